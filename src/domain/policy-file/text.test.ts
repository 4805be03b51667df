import { describe, expect, test } from 'vitest';
import { isLineOf } from '@/domain/validation/foreign-text';
import { readFileText } from './text';

const messages = (text: string) => {
  const read = readFileText(text);
  return 'faults' in read ? read.faults.map(({ msg }) => msg.replace('Value error, ', '')) : [];
};

describe('a text that is not read', () => {
  test.each([
    ['a: [1', /^line 1, column \d+: /],
    ['a: 1\na: 2', /^line 2, column 1: The key a stands twice/],
    ['a: &x [1]\nb: *x', /^line 2, column 4: Aliases are not read/],
    ['- a\n--- \n- b', /^line 2, column 1: .*multiple documents/i],
    [`${'['.repeat(80)}${']'.repeat(80)}`, /nested deeper than 32 levels/],
    ['}\n'.repeat(60_000), /more than 100000 line ends/],
    ['"'.repeat(200_001), /more than 200000 quotes and marks/],
    ['&a '.repeat(200_001), /more than 200000 quotes and marks/],
    ['a: !!js/function x', /^line 1, column 4: /],
  ])('%#', (text, message) => {
    const found = messages(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(message);
  });
});

/** Each would take a call of the parser's for each level; some would end the process, others be told level by level. */
test.each([
  ['brackets', '['.repeat(100_000)],
  ['brackets that are closed', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['brackets with closed ones in quotes', '["]",'.repeat(30_000)],
  ['brackets with closed ones in comments', '[ #]\n'.repeat(33_000)],
  ['braces', '{a: '.repeat(50_000)],
  ['braces as keys', '{'.repeat(100_000)],
  ['mappings in sequences', '[a: '.repeat(50_000)],
  ['items on one line', '- '.repeat(500_000)],
  ['keys on one line', '? '.repeat(100_000)],
  ['items and keys on one line', '- ? '.repeat(100_000)],
  [
    'deeper and deeper lines',
    Array.from({ length: 1_400 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
  ],
  [
    'deeper and deeper items',
    Array.from({ length: 1_400 }, (_, at) => `${' '.repeat(at)}-`).join('\n'),
  ],
])('a text without bottom is refused with one fault: %s', (_, text) => {
  expect(messages(text)).toEqual([
    expect.stringMatching(/^line \d+, column \d+: Values are nested deeper than 32 levels$/),
  ]);
});

test('what is nested as deep as it may be is read, whatever stands in texts and comments', () => {
  const maps = Array.from({ length: 31 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
  expect(messages(`${maps} 1`)).toEqual([]);
  expect(messages(`${'['.repeat(63)}1${']'.repeat(63)}`)).toEqual([]);
  const signs = '[{'.repeat(10_000);
  expect(
    messages(`# ${signs}\na: "${signs}"\nb: '${signs}'\nc: |\n  ${'[{- '.repeat(2_000)}`),
  ).toEqual([]);
  expect(messages('- [{a: [1]}]\n'.repeat(8_000))).toEqual([]);
});

test.each([
  ['a key with NUL', String.raw`{"a\u0000": 1, "a\u0000": 2}`],
  ['a key with half a character', String.raw`{"a\ud800": 1, "a\ud800": 2}`],
  ['NUL that the parser quotes', 'a: 1\n\0'],
  ['a tag with NUL', '!a\0b x'],
  ['a directive with NUL', '%FOO\0 bar\n---\na: 1'],
  ['an alias with NUL', 'a: *z\0'],
])('what a fault quotes is fit to be kept: %s', (_, text) => {
  const found = messages(text);
  expect(found.length).toBeGreaterThan(0);
  for (const message of found) expect(isLineOf(message, 1_100)).toBe(true);
});

test('what a fault quotes is cut', () => {
  const key = 'k'.repeat(500_000);
  const twice = `? ${key}\n: 1\n? ${key}\n: 2`;
  expect(messages(twice)[0]).toMatch(/^line 3, column 3: The key k{900,1000}…$/);
});

test('many keys are read, and of many faults the first are told', () => {
  const keys = Array.from({ length: 40_000 }, (_, index) => `k${String(index)}: 1`).join('\n');
  expect(messages(keys)).toEqual([]);
  expect(messages('}\n'.repeat(20_000)).length).toBeLessThanOrEqual(100);
});

test('dates stay texts, and each value knows its line', () => {
  const read = readFileText('version: 1\ndates:\n  - ends_on: 2027-01-31\n    cycle: "16"\n');
  if ('faults' in read) throw new Error(read.faults[0]?.msg);
  expect(read.value).toEqual({ version: 1, dates: [{ ends_on: '2027-01-31', cycle: '16' }] });
  expect(read.placeOf(['dates', 0, 'cycle'])).toEqual({ line: 4, column: 12 });
  // What is missing is told where the value that lacks it stands.
  expect(read.placeOf(['dates', 0, 'reason'])).toEqual({ line: 3, column: 5 });
  expect(read.placeOf([])).toEqual({ line: 1, column: 1 });
});

test('JSON is YAML', () => {
  const read = readFileText('{"version": 1, "policies": []}');
  expect('faults' in read ? read.faults : read.value).toEqual({ version: 1, policies: [] });
});
