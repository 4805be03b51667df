import { expect, test } from 'vitest';
import { escapeForProxy, newestListed, readGoMod } from './golang';
import { goMod, tendedGoMod } from './testing/documents';

test('a module’s own word against itself', () => {
  expect(readGoMod(goMod)).toEqual({
    deprecated: 'use example.com/Tended/v2 instead.',
    retracted: [
      { low: 'v1.0.0', high: 'v1.0.0', rationale: 'Published by accident.' },
      { low: 'v1.1.0', high: 'v1.1.9', rationale: 'Wrong checksums.' },
      { low: 'v1.3.0', high: 'v1.3.0', rationale: 'Data loss.' },
      { low: 'v1.4.0', high: 'v1.4.5', rationale: 'Does not start.' },
    ],
  });
  expect(readGoMod(tendedGoMod)).toEqual({ deprecated: null, retracted: [] });
});

test.each([
  ['on the line itself', 'module example.com/a // Deprecated: gone\r\n', 'gone'],
  ['without words', '// Deprecated:\nmodule example.com/a\n', ''],
  ['in a block', 'module (\n\t// Deprecated: gone\n\texample.com/a\n)\n', 'gone'],
  ['in a paragraph of its own', '// About.\n//\n// Deprecated: gone\nmodule example.com/a', 'gone'],
  ['cut off by an empty line', '// Deprecated: gone\n\nmodule example.com/a\n', null],
  ['in the middle of a sentence', '// It is not Deprecated: no\nmodule example.com/a\n', null],
])('a deprecation %s', (_, text, expected) => {
  expect(readGoMod(text).deprecated).toBe(expected);
});

test('a file of nothing but comments, or of retractions that all have those of their block, takes no time', () => {
  const comments = '// Because.\n'.repeat(200_000);
  const start = performance.now();
  expect(readGoMod(`${comments}module example.com/a\n`)).toEqual({
    deprecated: null,
    retracted: [],
  });
  const { retracted } = readGoMod(`${comments}retract (\n${'v1.0.0\n'.repeat(200_000)})\n`);
  expect(retracted).toHaveLength(1_000);
  expect(retracted[0]?.rationale.length).toBeLessThanOrEqual(10_000);
  readGoMod(`${comments}module (\n${'example.com/a\n'.repeat(200_000)})\n`);
  expect(performance.now() - start).toBeLessThan(10_000);
});

test.each([
  ['v1.0.0\nv1.10.0\nv1.9.0\nv2.0.0-rc.1\n', 'v1.10.0'],
  ['v1.0.0-alpha\nv1.0.0-beta\n', 'v1.0.0-beta'],
  ['v1.5.0\nv3.0.0+incompatible\n', 'v1.5.0'],
  ['v3.0.0+incompatible\r\n', 'v3.0.0+incompatible'],
  ['<html>\nv1/../x\n', null],
  ['', null],
])('the version that speaks for the module in %j', (list, expected) => {
  expect(newestListed(list)).toBe(expected);
});

test('capitals are written with an exclamation mark', () => {
  expect(escapeForProxy('github.com/Azure/azure-SDK')).toBe('github.com/!azure/azure-!s!d!k');
});
