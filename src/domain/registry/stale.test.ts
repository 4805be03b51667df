import { expect, test } from 'vitest';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { PACKAGE_ECOSYSTEMS } from './component';
import { isBeforeRelease, lineOf } from './lines';
import { factsOfReleases } from './package-facts';
import { STALE_DAYS, staleLine } from './stale';

function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(text);
  return parsed;
}

const TODAY = day('2026-11-21');

const stale = (releases: Record<string, string>, version: string, ecosystem = 'npm' as const) => {
  const listed = Object.entries(releases).map(([name, on]) => ({ version: name, on: day(on) }));
  const facts = factsOfReleases(ecosystem, 'it', listed);
  return staleLine(facts, { ecosystem, name: 'it', version }, TODAY);
};

test('a line without a release for long is stale while a newer one lives', () => {
  const releases = {
    '1.0.0': '2020-01-01',
    '1.4.2': '2022-05-01',
    '2.0.0': '2022-04-01',
    '3.1.0': '2026-10-01',
  };
  expect(stale(releases, '1.0.0')).toEqual({
    ...{ line: '1', newest: '1.4.2', on: '2022-05-01', days: 365 },
    living: { line: '3', newest: '3.1.0', on: '2026-10-01' },
  });
  expect(stale(releases, '2.0.0')).toMatchObject({ line: '2', newest: '2.0.0' });
});

test.each([
  ['the newest line, however old', { '1.0.0': '2015-01-01' }, '1.0.0'],
  ['a newer line is as quiet', { '1.0.0': '2015-01-01', '2.0.0': '2016-01-01' }, '1.0.0'],
  [
    'an older line lives, this one is the newest',
    { '1.9.0': '2026-11-01', '2.0.0': '2016-01-01' },
    '2.0.0',
  ],
  ['it had a fix within the days', { '1.9.0': '2025-11-21', '2.0.0': '2026-11-01' }, '1.0.0'],
  [
    'what lives came before a release alone',
    { '1.9.0': '2015-11-21', '2.0.0-rc.1': '2026-11-01' },
    '1.9.0',
  ],
  ['its line is not listed', { '2.0.0': '2026-11-01' }, '1.0.0'],
  ['versions are years', { '2019.1.1': '2019-01-01', '2026.1.0': '2026-10-01' }, '2019.1.1'],
  ['versions are days', { '20190101': '2019-01-01', '20261001': '2026-10-01' }, '20190101'],
  ['versions are months', { '201901.1': '2019-01-01', '202610.0': '2026-10-01' }, '201901.1'],
  [
    'what is newer is a day from long before',
    { '1.0.0': '2015-01-01', '20040616.1': '2026-10-01' },
    '1.0.0',
  ],
  [
    'versions are years of two digits',
    {
      ...{ '0.9.0': '2013-01-01', '22.1.0': '2022-05-01', '22.2.0': '2023-01-10' },
      ...{ '24.1.0': '2024-02-01', '25.1.0': '2025-02-01', '26.1.0': '2026-02-01' },
    },
    '22.1.0',
  ],
  ['it is no version', { '1.0.0': '2015-01-01', '2.0.0': '2026-11-01' }, 'main'],
])('nothing is concluded where %s', (_why, releases, version) => {
  expect(stale(releases, version)).toBeNull();
});

test('majors that are their years by chance are lines: two, or without the newest', () => {
  expect(
    stale({ '24.0.0': '2023-10-01', '25.0.0': '2025-05-01', '26.0.0': '2026-05-01' }, '24.0.0'),
  ).toMatchObject({ living: { line: '26' } });
  expect(
    stale(
      {
        ...{ '23.0.0': '2023-05-01', '24.0.0': '2024-05-01', '25.0.0': '2025-05-01' },
        '27.0.0': '2026-05-01',
      },
      '23.0.0',
    ),
  ).toMatchObject({ living: { line: '27' } });
});

test('a newer line of which every release is deprecated is nothing to move to', () => {
  const said = { kind: 'deprecated', known: 'Deprecated' } as const;
  const with5 = (...releases: { version: string; said?: typeof said }[]) =>
    staleLine(
      factsOfReleases('npm', 'it', [
        { version: '4.0.0', on: day('2015-01-01') },
        ...releases.map((one) => ({ ...one, on: day('2026-10-01') })),
      ]),
      { ecosystem: 'npm', name: 'it', version: '4.0.0' },
      TODAY,
    );
  expect(with5({ version: '5.0.0', said }, { version: '5.0.1', said })).toBeNull();
  expect(with5({ version: '5.0.0', said }, { version: '5.0.1' })).not.toBeNull();
});

test('a deprecated release still tells that its line is cared for', () => {
  const facts = factsOfReleases('npm', 'it', [
    { version: '1.0.0', on: day('2015-01-01') },
    {
      ...{ version: '1.0.1', on: day('2026-09-01') },
      said: { kind: 'deprecated', known: 'Deprecated' },
    },
    { version: '2.0.0', on: day('2026-10-01') },
  ]);
  expect(staleLine(facts, { ecosystem: 'npm', name: 'it', version: '1.0.0' }, TODAY)).toBeNull();
});

test('the day after N days, and not on the last of them', () => {
  const at = (on: string) => stale({ '1.0.0': on, '2.0.0': '2026-11-01' }, '1.0.0');
  expect(at('2025-11-21')).toBeNull();
  expect(at('2025-11-20')).not.toBeNull();
});

test('what its publisher took back is no release', () => {
  const facts = factsOfReleases('npm', 'it', [
    { version: '1.0.0', on: day('2015-01-01') },
    { version: '1.0.1', on: day('2026-10-01'), said: { kind: 'yanked', known: 'Yanked' } },
    { version: '2.0.0', on: day('2026-10-01') },
  ]);
  expect(
    staleLine(facts, { ecosystem: 'npm', name: 'it', version: '1.0.0' }, TODAY),
  ).not.toBeNull();
});

test('before 1.0 each minor version is a line; Go has one for each path', () => {
  expect(lineOf('cargo', 'it', '0.21.4')).toEqual({ name: '0.21', place: [0, 21] });
  expect(lineOf('cargo', 'it', '1.21.4')?.name).toBe('1');
  expect(lineOf('golang', 'example.org/it/v3', 'v3.1.0')?.name).toBe('3');
  expect(lineOf('golang', 'example.org/it', 'v0.1.0')?.name).toBe('1');
  expect(lineOf('golang', 'example.org/it', 'v3.2.0+incompatible')?.name).toBe('3');
  expect(lineOf('pypi', 'it', '1!2.0')).toBeNull();
});

test.each([
  ['pypi', '2.0rc1', true],
  ['pypi', '2.0.post1', false],
  ['maven', '6.0.0-M2', true],
  ['maven', '31.1-jre', false],
  ['maven', '1.0.0-alpha01', true],
  ['maven', '1.3.0-eap-12', true],
  ['maven', '2.0.1-macos', false],
  ['maven', '5.6.15.Final', false],
  ['gem', '7.0.0.rc1', true],
  ['gem', '1.14.0-x86_64-linux', false],
  ['composer', '2.0.0-beta1', true],
] as const)('%s %s came before a release: %s', (ecosystem, version, is) => {
  expect(isBeforeRelease(ecosystem, version)).toBe(is);
});

test('every ecosystem has its days, none less than a year', () => {
  for (const ecosystem of PACKAGE_ECOSYSTEMS)
    expect(STALE_DAYS[ecosystem]).toBeGreaterThanOrEqual(365);
});
