import { expect, test } from 'vitest';
import { noMatchWords } from './no-match';

test.each([
  [['“shop”'], 'No image matches “shop”.'],
  [['“shop”', null, 'Ended'], 'No image matches these filters: “shop”, Ended.'],
  [[false, 'not waived', undefined, ''], 'No image matches these filters: not waived.'],
  [[], 'No image.'],
] as const)('%j', (conditions, words) => {
  expect(noMatchWords('No image', conditions)).toBe(words);
});
