import { describe, expect, it } from 'vitest';
import { COMPONENT_TABLE } from './testing/component-table';
import { starterCatalog } from './testing/starter-files';

const products = starterCatalog();

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
