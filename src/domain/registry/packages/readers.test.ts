import { expect, test } from 'vitest';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { isUnreadableAnswer } from '../evidence';
import { packageFacts, statementOn } from '../package-facts';
import { cargoPath, readCargoFacts } from './cargo';
import { readComposerFacts } from './composer';
import { readGemFacts } from './gem';
import { goStatements, nextPath, readGoLine } from './golang';
import { listedLines, mavenStatements } from './maven';
import { readNpmFacts } from './npm';
import { nugetFacts, readNugetIndex } from './nuget';
import { readPypiFacts } from './pypi';
import { packageVerdict } from '../verdict';

// A calendar day.
const TODAY: Day = parseDay('2026-11-21') ?? ('' as Day);

test('npm: dates, and deprecations of some versions with what their publisher names', () => {
  const facts = readNpmFacts(
    {
      versions: {
        '1.0.0': { deprecated: 'use cross-spawn instead' },
        '1.1.0': { deprecated: 'use cross-spawn instead' },
        '2.0.0': { deprecated: '' },
        '3.0.0': {},
      },
      time: { '1.1.0': '2016-01-01T10:00:00.000Z', '3.0.0': '2026-11-01T10:00:00Z', created: 'x' },
    },
    'spawn',
  );
  expect(facts.lines).toEqual([
    { line: '3', newest: '3.0.0', on: '2026-11-01' },
    { line: '1', newest: '1.1.0', on: '2016-01-01', isDisowned: true },
  ]);
  expect(facts.said).toMatchObject([
    { kind: 'deprecated', successor: 'cross-spawn', versions: ['1.0.0', '1.1.0'] },
  ]);
  expect(statementOn(facts, { version: '2.0.0' })).toBeNull();
  expect(packageFacts.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
});

test('of a package that says something else of each version, what comes first is kept', () => {
  const versions = Array.from({ length: 4_000 }, (_, at) => [
    `1.0.${String(at)}`,
    { deprecated: `${String(at)} ${'x'.repeat(900)}` },
  ]);
  const facts = readNpmFacts({ versions: Object.fromEntries(versions), time: {} }, 'it');
  expect(JSON.stringify(facts).length).toBeLessThan(400_000);
  expect(statementOn(facts, { version: '1.0.0' })).toMatchObject({ kind: 'deprecated' });
  expect(statementOn(facts, { version: '1.0.3999' })).toBeNull();
});

test('a version longer than any component has is passed over, as one that cannot be stored is', () => {
  const long = `2.0.0-${'x'.repeat(122)}`;
  const versions = { '1.0.0': { deprecated: 'x' }, [long]: { deprecated: 'x' } };
  const versionsOf = (more: object) =>
    readNpmFacts({ versions: { ...versions, ...more }, time: {} }, 'it').said[0]?.versions;
  expect(versionsOf({})).toEqual(['1.0.0', long]);
  const unfit = [`${long}x`, '2.0.0\0', '2.0.0\n', '2.0.0\ud800'];
  expect(
    versionsOf(Object.fromEntries(unfit.map((version) => [version, { deprecated: 'x' }]))),
  ).toEqual(['1.0.0', long]);
});

test('npm: what was unpublished has no versions; some that were leave the others', () => {
  const time = {
    created: '2020-01-01T00:00:00Z',
    unpublished: { time: '2021-01-01T00:00:00Z', versions: ['1.0.0'] },
  };
  const gone = readNpmFacts({ name: 'it', time }, 'it');
  expect(statementOn(gone, { version: '1.0.0' })).toMatchObject({
    ...{ kind: 'yanked', message: 'The package was unpublished.' },
  });
  expect(readNpmFacts({ name: 'it', time, versions: { '2.0.0': {} } }, 'it').said).toEqual([]);
  expect(() => readNpmFacts({ name: 'it', time: {} }, 'it')).toThrow('another shape');
});

test('PyPI: the state of the project, and yanked releases', () => {
  const facts = readPypiFacts(
    {
      'project-status': { status: 'archived', reason: 'done' },
      files: [
        {
          filename: 'old_thing-1.0.tar.gz',
          'upload-time': '2019-01-01T00:00:00Z',
          yanked: 'broken',
        },
        {
          filename: 'old_thing-1.0-py3-none-any.whl',
          'upload-time': '2019-01-02T00:00:00Z',
          yanked: true,
        },
        { filename: 'old.thing-2.0-py3-none-any.whl', 'upload-time': '2020-01-02T00:00:00Z' },
        { filename: 'old_thing-2.0rc1.tar.gz', 'upload-time': '2026-01-02T00:00:00Z' },
        { filename: 'another-1.0.tar.gz' },
      ],
    },
    'old-thing',
  );
  expect(facts.lines).toEqual([{ line: '2', newest: '2.0', on: '2020-01-02' }]);
  expect(statementOn(facts, { version: '1.0' })?.kind).toBe('yanked');
  expect(statementOn(facts, { version: '2.0' })).toMatchObject({
    ...{ kind: 'archived', message: 'The project is archived: done' },
  });
});

test('NuGet: alternate packages, and days that are none', () => {
  const { leaves, pages } = readNugetIndex({
    items: [
      { '@id': 'https://registry.example/page/1' },
      {
        '@id': 'https://registry.example/page/2',
        items: [
          {
            catalogEntry: {
              ...{ version: '4.0', published: '2018-01-01T00:00:00+00:00' },
              deprecation: {
                ...{ reasons: ['Legacy'], message: 'gone' },
                alternatePackage: { id: 'New.Thing' },
              },
            },
          },
          { catalogEntry: { version: '5.0.0', published: '1900-01-01T00:00:00Z', listed: false } },
        ],
      },
    ],
  });
  expect(pages).toEqual(['https://registry.example/page/1']);
  const facts = nugetFacts(leaves, 'old.thing');
  expect(facts.lines).toEqual([{ line: '4', newest: '4.0.0', on: '2018-01-01', isDisowned: true }]);
  expect(statementOn(facts, { version: '4.0.0' })).toMatchObject({
    ...{ successor: 'New.Thing', message: 'Deprecated by its publisher (Legacy): gone' },
  });
  expect(statementOn(facts, { version: '5.0.0' })?.kind).toBe('yanked');
});

test('Maven: relocations, and the newest version of each line', () => {
  const pom =
    '<project><distributionManagement><relocation><groupId>org.new</groupId></relocation></distributionManagement></project>';
  expect(mavenStatements(pom, { namespace: 'org.old', name: 'thing' }, '2.0')).toMatchObject([
    { kind: 'moved', successor: 'org.new:thing', versions: null },
  ]);
  expect(listedLines(['1.1', '1.0', '1.10', '1.9', '2.0-M1', '2.0'], 'thing', 8)).toEqual([
    { name: '2', first: '2.0', newest: '2.0' },
    { name: '1', first: '1.0', newest: '1.10' },
  ]);
});

test('Go: deprecated modules, retracted ranges, and the next major version’s path', () => {
  const said = goStatements(
    '// Deprecated: use example.org/new/thing instead.\nmodule example.org/old/thing\nretract [v1.0.0, v1.2.0] // broken\n',
    'example.org/old/thing',
  );
  const facts = { lines: [], said };
  expect(statementOn(facts, { version: 'v1.1.0' })?.kind).toBe('yanked');
  expect(statementOn(facts, { version: 'v1.3.0' })).toMatchObject({
    ...{ kind: 'deprecated', successor: 'example.org/new/thing' },
  });
  expect(nextPath('example.org/thing')).toBe('example.org/thing/v2');
  expect(nextPath('example.org/thing/v9')).toBe('example.org/thing/v10');
  expect(nextPath('example.org/thing', 'v3.2.0+incompatible')).toBe('example.org/thing/v4');
  expect(
    readGoLine({ Version: 'v2.1.0', Time: '2026-01-01T00:00:00Z' }, 'example.org/thing/v2'),
  ).toEqual({
    ...{ line: '2', newest: 'v2.1.0', on: '2026-01-01' },
  });
});

test('crates: yanked versions, days where the index has them, and where the file lies', () => {
  const facts = readCargoFacts(
    '{"vers":"0.1.0","yanked":true}\n{"vers":"0.2.0","pubtime":"2019-01-01T00:00:00Z"}\n{"vers":"1.0.0","pubtime":"2026-10-01T00:00:00Z"}\n',
    'it',
  );
  expect(statementOn(facts, { version: '0.1.0' })?.kind).toBe('yanked');
  const asked = { ecosystem: 'cargo', namespace: null, name: 'it', version: '0.2.0' } as const;
  expect(packageVerdict(facts, asked, TODAY)).toMatchObject({
    ...{ degree: 'stale', releasedOn: '2019-01-01' },
    message: expect.stringContaining('Estimate: line 0.2 has had no release') as string,
  });
  expect([cargoPath('a'), cargoPath('ab'), cargoPath('abc'), cargoPath('Serde')]).toEqual([
    ['1', 'a'],
    ['2', 'ab'],
    ['3', 'a', 'abc'],
    ['se', 'rd', 'serde'],
  ]);
});

test('RubyGems: days alone', () => {
  const facts = readGemFacts([{ number: '7.0.1', created_at: '2022-01-06T21:00:00.000Z' }], 'it');
  expect(facts).toEqual({ lines: [{ line: '7', newest: '7.0.1', on: '2022-01-06' }], said: [] });
});

test('Packagist: abandoned, by a minified document', () => {
  const read = (abandoned: unknown) =>
    readComposerFacts(
      {
        minified: 'composer/2.0',
        packages: {
          'vendor/old': [
            { version: 'v2.0.0', time: '2020-01-01T00:00:00+00:00', abandoned },
            { version: 'v1.0.0', time: '2018-01-01T00:00:00+00:00' },
          ],
        },
      },
      'vendor/old',
    );
  expect(read('vendor/new').said).toMatchObject([
    { successor: 'vendor/new', message: 'Abandoned by its maintainer: use vendor/new instead' },
  ]);
  expect(read(true).said).toMatchObject([{ successor: null }]);
  expect(read(undefined).said).toEqual([]);
  expect(read(false).lines).toHaveLength(2);
});

test('answers in another form are refused, and not quoted', () => {
  for (const read of [
    () => readNpmFacts('secret', 'it'),
    () => readPypiFacts([], 'it'),
    () => readCargoFacts('{"secret":1}', 'it'),
    () => readGemFacts({}, 'it'),
    () => readComposerFacts({ packages: 1 }, 'v/it'),
  ]) {
    const failed = (() => {
      try {
        return read();
      } catch (error) {
        return error;
      }
    })();
    expect(isUnreadableAnswer(failed)).toBe(true);
    expect(String(failed)).not.toContain('secret');
  }
});
