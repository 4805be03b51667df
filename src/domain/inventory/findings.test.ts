import { expect, test } from 'vitest';
import { inventoryFindings } from './findings';
import type { ComponentMatch, MatchState } from './matching';

const match = (state: MatchState): ComponentMatch => ({
  stored: { state, product: null, cycle: null, cycleKey: null },
  ends: null,
});
const held = (id: string, state: MatchState) => ({ id, type: 'npm', match: match(state) });

test('a component that the scanner matched is known, whatever the catalog says', () => {
  const components = [
    held('a', 'unknown'),
    held('b', 'unknown'),
    held('c', 'image_distribution'),
    held('d', 'vendor'),
    held('e', 'distribution'),
  ];
  const findingsOf = (...matched: string[]) =>
    inventoryFindings(components, null, {
      componentIds: new Set(matched),
      namesDistribution: false,
    });
  expect(findingsOf()).toMatchObject({
    coverage: { matched: 1, distribution: 1, unknown: 3 },
    unknownIds: ['a', 'b', 'c'],
  });
  expect(findingsOf('a', 'c', 'd', 'e')).toMatchObject({
    coverage: { matched: 3, distribution: 1, unknown: 1 },
    unknownIds: ['b'],
  });
});
