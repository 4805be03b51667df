import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchComponent, matchScanned } from './catalog-index';
import type { CatalogMatch } from './match';
import { COMPONENT_TABLE } from './testing/component-table';
import type { RightAnswer, TableEntry } from './testing/component-table-entry';
import { starterCatalog } from './testing/starter-files';

const products = starterCatalog();
const index = buildCatalogIndex(products);

describe('table of components', () => {
  it('holds more than two hundred, each once', () => {
    const keys = COMPONENT_TABLE.map((entry) =>
      JSON.stringify('query' in entry ? entry.query : entry.scanned),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(200);
  });

  it('expects products and cycles that the starter catalogue has', () => {
    const known = new Set(
      products.flatMap(({ slug, cycles }) => cycles.map(({ name }) => `${slug} ${name}`)),
    );
    const expected = COMPONENT_TABLE.flatMap(({ expect: answer }) =>
      'product' in answer ? [`${answer.product} ${answer.cycle}`] : [],
    );
    expect(expected.filter((cycle) => !known.has(cycle))).toEqual([]);
  });
});

describe('components of the table', () => {
  it.each(COMPONENT_TABLE.map((entry) => ({ entry, name: nameOf(entry) })))(
    '$name',
    ({ entry }) => {
      expect(answerOf(found(entry)), entry.why).toEqual(entry.expect);
    },
  );
});

function found(entry: TableEntry): CatalogMatch {
  if ('query' in entry) return matchComponent(index, entry.query);
  const { distro, purl = null, cpes = [], ...component } = entry.scanned;
  const release = distro === undefined ? null : { ...distro, prettyName: '', cpeName: '' };
  return matchScanned(index, { ...component, purl, cpes, upstreams: [] }, release);
}

function answerOf(match: CatalogMatch): RightAnswer {
  if (!match.found) return { unknown: match.reason };
  const { product, cycle, maintainer } = match;
  const answer = { product: product.slug, cycle: cycle.name };
  return maintainer === 'distribution' ? { ...answer, maintainer } : answer;
}

function nameOf(entry: TableEntry): string {
  if ('scanned' in entry) return Object.values(entry.scanned).map(textOf).join(' ');
  const { query } = entry;
  if (query.kind === 'purl') return query.purl;
  if (query.kind === 'cpe') return query.cpe;
  return `${query.kind} ${query.name} ${query.version}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
