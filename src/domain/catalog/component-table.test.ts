import { describe, expect, it } from 'vitest';
import { buildCatalogIndex, matchComponent, matchScanned } from './index-of-names';
import type { CatalogMatch } from './match';
import { BUILD_PURLS } from './testing/component-table-build-purls';
import { CPES, NAMES } from './testing/component-table-names';
import { DISTRIBUTION_PURLS } from './testing/component-table-distribution-purls';
import { HABITS } from './testing/component-table-habits';
import { IMAGE_PURLS, WEB_PURLS } from './testing/component-table-other-purls';
import { SCANNED } from './testing/component-table-scanned';
import type { RightAnswer, TableEntry } from './testing/component-table-entry';
import { starterCatalog } from './testing/starter-files';

/**
 * Components as they come, each with its right answer by the starter catalog. The answers were found by
 * reasoning about what the vendors publish; where the code disagrees, the code is wrong until a vendor's page
 * says otherwise.
 */
const COMPONENT_TABLE: readonly TableEntry[] = [
  ...WEB_PURLS,
  ...BUILD_PURLS,
  ...DISTRIBUTION_PURLS,
  ...IMAGE_PURLS,
  ...CPES,
  ...NAMES,
  ...SCANNED,
  ...HABITS,
];

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

  it('expects products and cycles that the starter catalog has', () => {
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
