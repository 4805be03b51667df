import { expect, test } from 'vitest';
import { columnsChoice, COMPACT, DENSITY, isChoice, isChoiceName } from './choice';

test.each([
  [DENSITY, true],
  [columnsChoice('project-images'), true],
  ['columns:', false],
  ['columns:Images', false],
  ['theme', false],
  [columnsChoice('x'.repeat(41)), false],
])('%s names a choice: %s', (name, expected) => {
  expect(isChoiceName(name)).toBe(expected);
});

test.each([
  [DENSITY, COMPACT, true],
  [DENSITY, 'wide', false],
  [columnsChoice('images'), 'project,lastSeen', true],
  // None of those that can be hidden.
  [columnsChoice('images'), '', true],
  [columnsChoice('images'), 'project,', false],
  [columnsChoice('images'), 'project; drop', false],
  [columnsChoice('images'), 'x'.repeat(1_001), false],
])('%s can be %s: %s', (name, value, expected) => {
  expect(isChoice(name, value)).toBe(expected);
});
