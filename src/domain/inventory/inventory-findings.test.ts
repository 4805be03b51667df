import { expect, test } from 'vitest';
import type { ComponentMatch, MatchState } from './component-match';
import { inventoryFindings } from './inventory-findings';

const match = (state: MatchState): ComponentMatch => ({
  stored: { state, product: null, cycle: null, cycleKey: null },
  ends: null,
});
const held = (id: string, state: MatchState) => ({ id, type: 'npm', match: match(state) });

test('what the scanner matched is known, whatever the catalogue says', () => {
  const components = [
    held('a', 'unknown'),
    held('b', 'unknown'),
    held('c', 'image_distribution'),
    held('d', 'vendor'),
    held('e', 'distribution'),
  ];
  const coverageOf = (...matched: string[]) =>
    inventoryFindings(components, null, {
      componentIds: new Set(matched),
      namesDistribution: false,
    }).coverage;
  expect(coverageOf()).toEqual({ matched: 1, distribution: 1, unknown: 3 });
  expect(coverageOf('a', 'c', 'd', 'e')).toEqual({ matched: 3, distribution: 1, unknown: 1 });
});
