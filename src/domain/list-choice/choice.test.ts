import { expect, test } from 'vitest';
import { isChoice, isChoiceName } from './choice';

test.each([
  ['density', true],
  ['columns:project-images', true],
  ['columns:', false],
  ['columns:Images', false],
  ['theme', false],
  [`columns:${'x'.repeat(41)}`, false],
])('%s names a choice: %s', (name, expected) => {
  expect(isChoiceName(name)).toBe(expected);
});

test.each([
  ['density', 'compact', true],
  ['density', 'wide', false],
  ['columns:images', 'project,lastSeen', true],
  // None of those that can be hidden.
  ['columns:images', '', true],
  ['columns:images', 'project,', false],
  ['columns:images', 'project; drop', false],
  ['columns:images', 'x'.repeat(1_001), false],
])('%s can be %s: %s', (name, value, expected) => {
  expect(isChoice(name, value)).toBe(expected);
});
