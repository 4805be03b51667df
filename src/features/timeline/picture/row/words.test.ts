import { expect, test } from 'vitest';
import { wordsBeside, wordsWidth } from './words';

const LONG = 'Ends in 45 days · 11 Jan 2027 · extended to 2 Apr 2030 · contract with Northstar';

test('words stand at the edge where nothing is marked', () => {
  const { text, x } = wordsBeside('Ends in 45 days', [], 400);
  expect(text).toBe('Ends in 45 days');
  expect(x + wordsWidth(text)).toBe(396);
});

test('words keep to one side of every mark, as far right as there is room', () => {
  const { text, x } = wordsBeside('Ends in 45 days', [300, 380], 400);
  expect(text).toBe('Ends in 45 days');
  expect(x + wordsWidth(text)).toBe(288);
});

test('what is said last goes first where there is no room', () => {
  const { text, x } = wordsBeside(LONG, [135], 400);
  expect(text).toBe('Ends in 45 days · 11 Jan 2027');
  expect(x).toBeGreaterThan(147);
  expect(x + wordsWidth(text)).toBe(396);
});

test('words that no room holds are cut, and leave neither marks nor the axis', () => {
  const { text, x } = wordsBeside('Ends in 45 days', [30, 110], 140);
  expect(text).toMatch(/^Ends.*…$/);
  expect(x).toBe(42);
  expect(x + wordsWidth(text)).toBeLessThanOrEqual(98);
});
