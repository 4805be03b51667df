import { expect, test } from 'vitest';
import {
  compareReleaseVersions,
  normalizeNugetVersion,
  parseReleaseVersion,
} from './release-version';

test('versions in the order of semver.org', () => {
  const ordered = [
    'v0.0.0-20200101000000-abcdefabcdef',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.0.1',
    '1.2.0',
    '1.10.0',
    'v2.0.0+incompatible',
  ];
  const parsed = ordered.map((text) => parseReleaseVersion(text));
  for (const [index, left] of parsed.entries())
    for (const [other, right] of parsed.entries())
      expect(left && right && Math.sign(compareReleaseVersions(left, right))).toBe(
        Math.sign(index - other),
      );
});

test.each(['', 'v', 'one', '1.0.0-', '1..0', '1.2.3.4.5', '1'.repeat(16), '1.0.0-ß'])(
  'no version: %s',
  (text) => expect(parseReleaseVersion(text)).toBeNull(),
);

test.each([
  ['1', '1.0.0'],
  ['1.0', '1.0.0'],
  ['01.02.3.0', '1.2.3'],
  ['1.2.3.4', '1.2.3.4'],
  ['1.0.0-RC.1+meta', '1.0.0-rc.1'],
  ['1.0.0-beta.01', '1.0.0-beta.01'],
])('NuGet spells %s as %s', (text, expected) => {
  expect(normalizeNugetVersion(text)).toBe(expected);
});
