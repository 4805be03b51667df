import { expect, test } from 'vitest';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { factsOfReleases } from './package-facts';
import { areReleaseDays } from './release-days';
import { staleLine } from './stale';

function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(text);
  return parsed;
}

const dated = (releases: Readonly<Record<string, string>>) =>
  Object.entries(releases).map(([version, on]) => ({ version, on: day(on) }));

test.each<[string, Readonly<Record<string, string>>]>([
  ['none', {}],
  ['one', { '1.0.0': '2020-01-01' }],
  ['versions in order', { '1.0.0': '2020-01-01', '1.0.1': '2020-01-01', '1.1.0': '2021-01-01' }],
  [
    'fixes to older minor and major versions',
    {
      ...{ '1.0.0': '2020-01-01', '1.0.1': '2024-05-01', '1.1.0': '2020-06-01' },
      ...{ '1.1.1': '2023-06-01', '2.0.0': '2021-01-01', '2.0.1': '2021-02-01' },
    },
  ],
  ['numbers and not letters', { '1.9.0': '2020-01-01', '1.10.0': '2020-02-01' }],
  [
    'one out of order among many',
    Object.fromEntries(
      Array.from({ length: 12 }, (_, patch) => [
        `1.0.${String(patch)}`,
        patch === 5 ? '2019-01-01' : `2020-01-${String(patch + 10)}`,
      ]),
    ),
  ],
])('days of releases: %s', (_what, releases) => {
  expect(areReleaseDays(dated(releases))).toBe(true);
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['a later patch came before', { '1.0.0': '2026-01-01', '1.0.1': '2024-01-01' }],
  ['a later minor version came before', { '1.1.0': '2026-01-01', '1.2.0': '2024-01-01' }],
  ['a later major version came before', { '1.0.0': '2026-01-01', '2.0.0': '2024-01-01' }],
])('days on which a mirror got them: %s', (_what, releases) => {
  expect(areReleaseDays(dated(releases))).toBe(false);
});

test('nothing is concluded from days on which a mirror got the versions', () => {
  const releases = {
    ...{ '3.0.0': '2025-10-02', '3.1.0': '2024-12-09', '3.2.0': '2024-12-04' },
    ...{ '5.0.0': '2026-03-05', '5.0.1': '2024-12-02' },
  };
  const facts = factsOfReleases('npm', 'it', dated(releases));
  expect(facts.lines).toEqual([]);
  const asked = { ecosystem: 'npm', name: 'it', version: '3.2.0' } as const;
  expect(staleLine(facts, asked, day('2026-11-27'))).toBeNull();
});
