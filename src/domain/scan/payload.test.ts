import { describe, expect, it } from 'vitest';
import { faultsOf } from '@/domain/validation/zod-faults';
import { MAX_MATCHES } from './body/keep-rules';
import { scanEventPayload, scanEventPayloadV2 } from './payload';
import { editedSample, filterText, parsedJson, SAMPLE_PAYLOADS } from './testing/samples';

function faults(
  payload: unknown,
  schema: typeof scanEventPayload | typeof scanEventPayloadV2 = scanEventPayloadV2,
) {
  const { error } = schema.safeParse(payload);
  return error
    ? faultsOf(error, 'body', payload).map(({ loc, type }) => [type, loc.slice(1).join('.')])
    : [];
}

const CYCLE = ['Matches', 0, 'Cycle'];
const PACKAGE = ['Matches', 0, 'Package'];

describe('the schema of scan uploads', () => {
  it.each(SAMPLE_PAYLOADS)('takes $name', ({ name, body }) => {
    const schema = name.includes('v1-') ? scanEventPayload : scanEventPayloadV2;
    expect(faults(parsedJson(filterText(body)), schema)).toEqual([]);
  });

  it.each<[string, (string | number)[], unknown, unknown]>([
    ['LTS of a boolean', [...CYCLE, 'LTS'], true, true],
    ['LTS of a word', [...CYCLE, 'LTS'], 'false', false],
    ['LTS of another word', [...CYCLE, 'LTS'], 'True', true],
    ['LTS of nothing', [...CYCLE, 'LTS'], '', null],
    ['LTS of null', [...CYCLE, 'LTS'], null, null],
    ['LTS of a date', [...CYCLE, 'LTS'], '2027-10-26', true],
    ['a date', [...CYCLE, 'Eol'], '2028-02-29', { on: '2028-02-29', isPlain: true }],
    [
      'a date-time',
      [...CYCLE, 'Eol'],
      '2023-09-11T00:00:00Z',
      { on: '2023-09-11', isPlain: false },
    ],
    [
      'a date-time elsewhere',
      [...CYCLE, 'Eol'],
      '2023-09-11T23:30:00.5-02:00',
      { on: '2023-09-12', isPlain: false },
    ],
    [
      'a date-time without a zone',
      [...CYCLE, 'Eol'],
      '2023-09-11 00:00:00',
      { on: '2023-09-11', isPlain: false },
    ],
    [
      'the last date, elsewhere',
      [...CYCLE, 'Eol'],
      '9999-12-31T23:59:59-01:00',
      { on: '9999-12-31', isPlain: false },
    ],
    [
      'the zero date-time, elsewhere',
      [...CYCLE, 'Eol'],
      '0001-01-01T00:00:00+01:00',
      { on: null, isPlain: false },
    ],
    ['an empty date', [...CYCLE, 'Eol'], '', { on: null, isPlain: false }],
    ['no date', [...CYCLE, 'Eol'], null, { on: null, isPlain: false }],
    ['the zero date', [...CYCLE, 'Eol'], '0001-01-01', { on: null, isPlain: true }],
    ['the zero date-time', [...CYCLE, 'ReleaseDate'], '0001-01-01T00:00:00Z', null],
    ['a date too old to be known', [...CYCLE, 'LatestReleaseDate'], '1899-12-31', null],
    ['the first known date', [...CYCLE, 'Eol'], '1900-01-01', { on: '1900-01-01', isPlain: true }],
    ['null matches', ['Matches'], null, []],
    ['null packages', ['Packages'], null, []],
    ['CPEs that are null', [...PACKAGE, 'CPEs'], null, null],
    ['licences of another shape', [...PACKAGE, 'Licenses'], [{ Value: 'MIT' }, 'MIT'], ['MIT']],
    ['licences that are no list', [...PACKAGE, 'Licenses'], 'MIT', []],
    ['the text of a licence', [...PACKAGE, 'Licenses'], ['x'.repeat(5_000)], ['x'.repeat(1_024)]],
    ['labels that are null', ['EventSource', 'ImageLabels'], null, null],
    ['an empty digest', ['EventSource', 'ImageDigest'], '', ''],
    ['a distribution of another shape', ['Context', 'Distro'], ['x'], undefined],
    ['a name of full length', [...PACKAGE, 'Name'], 'x'.repeat(1_024), 'x'.repeat(1_024)],
  ])('reads %s', (_, path, value, expected) => {
    const parsed = scanEventPayloadV2.parse(editedSample('v2-image.json', path, value));
    const read = path.reduce<unknown>((part, key) => Reflect.get(Object(part), key), parsed);
    expect(read).toEqual(expected);
  });

  it.each<[string, (string | number)[], unknown[], unknown[]]>([
    ['an absent key', [...CYCLE, 'ProductName'], [], [['missing', 'Matches.0.Cycle.ProductName']]],
    ['an absent date', [...CYCLE, 'Eol'], [], [['missing', 'Matches.0.Cycle.Eol']]],
    [
      'an absent nullable key',
      [...CYCLE, 'LatestRelease'],
      [],
      [['missing', 'Matches.0.Cycle.LatestRelease']],
    ],
    [
      'null for a string',
      [...PACKAGE, 'Version'],
      [null],
      [['string_type', 'Matches.0.Package.Version']],
    ],
    ['a number for a string', ['Packages', 1, 'Name'], [5], [['string_type', 'Packages.1.Name']]],
    [
      'a number for a date',
      [...CYCLE, 'Eol'],
      [20230911],
      [['string_type', 'Matches.0.Cycle.Eol']],
    ],
    [
      'no date at all',
      [...CYCLE, 'Eol'],
      ['soon'],
      [['date_from_datetime_parsing', 'Matches.0.Cycle.Eol']],
    ],
    [
      'an impossible date',
      [...CYCLE, 'Eol'],
      ['2025-02-30'],
      [['date_from_datetime_parsing', 'Matches.0.Cycle.Eol']],
    ],
    [
      'an impossible time',
      [...CYCLE, 'ReleaseDate'],
      ['2025-02-03T25:00:00Z'],
      [['date_from_datetime_parsing', 'Matches.0.Cycle.ReleaseDate']],
    ],
    [
      'an impossible time without a zone',
      [...CYCLE, 'Eol'],
      ['2025-02-03 25:99'],
      [['date_from_datetime_parsing', 'Matches.0.Cycle.Eol']],
    ],
    ['a word for LTS', [...CYCLE, 'LTS'], ['maybe'], [['bool_parsing', 'Matches.0.Cycle.LTS']]],
    ['a number for LTS', [...CYCLE, 'LTS'], [1], [['bool_parsing', 'Matches.0.Cycle.LTS']]],
    [
      'a word for a boolean',
      [...CYCLE, 'EolBool'],
      ['maybe'],
      [['bool_parsing', 'Matches.0.Cycle.EolBool']],
    ],
    ['text for matches', ['Matches'], ['x'], [['list_type', 'Matches']]],
    ['absent matches', ['Matches'], [], [['missing', 'Matches']]],
    ['text for a match', ['Matches', 0], ['x'], [['dict_type', 'Matches.0']]],
    ['an object for packages', ['Packages'], [{}], [['list_type', 'Packages']]],
    ['text for the configuration', ['AppConfig'], ['x'], [['dict_type', 'AppConfig']]],
    ['no project name', ['AppConfig', 'project-name'], [], [['missing', 'AppConfig.project-name']]],
    [
      'a long name',
      [...PACKAGE, 'Name'],
      ['x'.repeat(1_025)],
      [['string_too_long', 'Matches.0.Package.Name']],
    ],
    [
      'a long purl',
      [...PACKAGE, 'PURL'],
      ['x'.repeat(8_193)],
      [['string_too_long', 'Matches.0.Package.PURL']],
    ],
    ['a NUL', [...PACKAGE, 'Name'], ['a\0b'], [['value_error', 'Matches.0.Package.Name']]],
    [
      'a NUL in a licence',
      [...PACKAGE, 'Licenses'],
      [['a\0b']],
      [['value_error', 'Matches.0.Package.Licenses']],
    ],
    [
      'a NUL in the context',
      ['Context', 'Source'],
      [{ Metadata: { tags: ['a\0b'] } }],
      [['value_error', 'Context']],
    ],
    [
      'a NUL in a label',
      ['EventSource', 'ImageLabels'],
      [{ team: '\0' }],
      [['value_error', 'EventSource.ImageLabels.team']],
    ],
    [
      'a number for a label',
      ['EventSource', 'ImageLabels'],
      [{ team: 1 }],
      [['string_type', 'EventSource.ImageLabels.team']],
    ],
    [
      'a part of a CPE',
      ['Packages', 1, 'CPEs', 0, 'Part'],
      [],
      [['missing', 'Packages.1.CPEs.0.Part']],
    ],
    [
      'a nested CPE',
      ['Packages', 2, 'CPEs', 0, 'Attributes', 'Part'],
      [1],
      [['string_type', 'Packages.2.CPEs.0.Attributes.Part']],
    ],
    [
      'an upstream',
      [...PACKAGE, 'Upstreams'],
      [[{ Name: 'x' }]],
      [['missing', 'Matches.0.Package.Upstreams.0.Version']],
    ],
    ['no source', ['EventSource'], [], [['missing', 'EventSource']]],
    ['text for the source', ['EventSource'], ['x'], [['dict_type', 'EventSource']]],
    [
      'an image without digest',
      ['EventSource', 'ImageDigest'],
      [],
      [['missing', 'EventSource.ImageDigest']],
    ],
    [
      'an image by its type only',
      ['EventSource'],
      [{ Type: 'ImageScheme' }],
      [
        ['missing', 'EventSource.ImageName'],
        ['missing', 'EventSource.ImageDigest'],
      ],
    ],
    [
      'a directory by its type only',
      ['EventSource'],
      [{ Type: 'DirectoryScheme' }],
      [['missing', 'EventSource.Target']],
    ],
    [
      'a directory without type',
      ['EventSource'],
      [{ Target: '.' }],
      [['missing', 'EventSource.Type']],
    ],
  ])('names %s', (_, path, replacement, expected) => {
    expect(faults(editedSample('v2-image.json', path, ...replacement))).toEqual(expected);
  });

  it.each([
    ['[]', [['dict_type', '']]],
    ['{}', ['AppConfig', 'Matches', 'EventSource'].map((key) => ['missing', key])],
  ])('names what %s lacks', (text, expected) => {
    expect(faults(parsedJson(filterText(text)))).toEqual(expected);
  });

  it('lists the faults of all parts, up to the limit', () => {
    const payload = {
      Matches: Array.from({ length: 2_000 }, () => ({ Cycle: {}, Package: {} })),
      Packages: 1,
    };
    const listed = faults(parsedJson(filterText(JSON.stringify(payload))));
    expect(listed).toHaveLength(1_000);
    expect(listed[0]).toEqual(['missing', 'AppConfig']);
  });

  it('takes the largest list of matches and refuses one more', () => {
    const sample = editedSample(
      'v2-image.json',
      ['Matches'],
      Array(MAX_MATCHES + 5).fill({ Cycle: {}, Package: {} }),
    );
    expect(faults(sample)).toEqual([['value_error', 'Matches']]);
  });

  it('wants the image of a version 1 upload together with its matches', () => {
    expect(faults(editedSample('v1-minimal.json', ['ImageName']), scanEventPayload)).toEqual([
      ['missing', 'ImageName'],
    ]);
    expect(
      faults(editedSample('v1-minimal.json', ['ImageDigest'], null), scanEventPayload),
    ).toEqual([]);
    expect(faults(editedSample('v1-minimal.json', ['EventSource'], 'x'), scanEventPayload)).toEqual(
      [],
    );
  });
});
