import { expect, it, describe } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import type { ImageFinding } from '../../query';
import { firstJudged, otherDates, groupFindings } from './words';

const FINDING: ImageFinding = {
  id: 'f',
  softwareId: 's',
  productName: 'Ferry',
  productPermalink: null,
  productNote: null,
  releaseCycle: '1',
  releaseDate: null,
  artifactType: 'binary',
  lts: null,
  eolDate: '2026-01-01',
  eolDateKnown: true,
  eolSource: 'catalog',
  evidence: 'catalog',
  estimatedFrom: null,
  contract: null,
  scannerEolDate: '2026-01-01',
  latestRelease: null,
  latestReleaseDate: null,
  firstSeenDate: '2026-01-01T00:00:00.000Z',
  policy: {
    action: 'ALLOW',
    policyId: null,
    appliesOn: null,
    message: null,
    nextChange: null,
    waiver: null,
  },
  packages: [],
  foundBy: 'scanner',
  advice: null,
  catalog: {
    product: 'ferry',
    eolDate: '2026-01-01',
    latestRelease: null,
    latestReleaseDate: null,
    support: [],
    references: [],
  },
};

it.each<[string, Partial<ImageFinding>, string | null]>([
  ['all agree', {}, null],
  [
    'nobody says it',
    { eolSource: 'inferred', estimatedFrom: '5.0' },
    'Estimated: it is older than 5.0, which has ended',
  ],
  ['the scanner alone speaks', { eolSource: 'scanner', evidence: 'catalog', catalog: null }, null],
  [
    'the scanner says otherwise',
    { scannerEolDate: '2025-06-30' },
    'Date from the catalog; the scanner says 30 Jun 2025',
  ],
  [
    'the scanner knows none',
    { scannerEolDate: null },
    'Date from the catalog; the scanner knows none',
  ],
  ['the scanner did not report it', { scannerEolDate: null, foundBy: 'catalog' }, null],
  [
    'the organization has set it',
    { eolSource: 'override', eolDate: '2027-01-01' },
    'Date set by your organization; the catalog says 1 Jan 2026; the scanner says 1 Jan 2026',
  ],
  [
    'the organization has set what all say',
    { eolSource: 'override' },
    'Date set by your organization',
  ],
])('tells of dates when %s', (_when, differing, text) => {
  expect(otherDates({ ...FINDING, ...differing })).toBe(text);
});

describe('the verdict on an image leads', () => {
  const finding = (id: string, action: ImageFinding['policy']['action']) => ({
    id,
    policy: { ...FINDING.policy, action },
  });
  const found = [finding('fine', 'ALLOW'), finding('warned', 'WARN')];
  const left = [
    { purl: 'pkg:npm/left-pad@1.3.0', action: 'WARN' as const },
    { purl: 'pkg:npm/request@2.88.2', action: 'DENY' as const },
  ];

  it('to the first finding that is denied', () => {
    expect(firstJudged([...found, finding('denied', 'DENY')], left)).toBe('denied');
  });

  it('to the first package that is denied where no finding is', () => {
    expect(firstJudged(found, left)).toBe('pkg:npm/request@2.88.2');
  });

  it('to what is warned of where nothing is denied, findings first', () => {
    const warned = left.filter(({ action }) => action === 'WARN');
    expect(firstJudged(found, warned)).toBe('warned');
    expect(firstJudged([], warned)).toBe('pkg:npm/left-pad@1.3.0');
    expect(firstJudged([finding('fine', 'ALLOW')], [])).toBeNull();
  });
});

const today = parseDay('2026-11-21');
if (!today) throw new Error('not a day');

function finding(
  id: string,
  eolDate: string | null,
  eolDateKnown = eolDate !== null,
): ImageFinding {
  return {
    id,
    softwareId: '01890000-0000-7000-8000-000000000001',
    productName: id,
    productPermalink: null,
    productNote: null,
    releaseCycle: '1',
    releaseDate: null,
    artifactType: 'deb',
    lts: null,
    eolDate,
    eolDateKnown,
    eolSource: 'scanner',
    evidence: 'catalog',
    estimatedFrom: null,
    contract: null,
    scannerEolDate: null,
    latestRelease: null,
    latestReleaseDate: null,
    firstSeenDate: '2026-01-01T00:00:00.000Z',
    policy: {
      action: 'ALLOW',
      policyId: null,
      appliesOn: null,
      message: null,
      nextChange: null,
      waiver: null,
    },
    packages: [],
    foundBy: 'scanner',
    advice: null,
    catalog: null,
  };
}

const FINDINGS = [
  finding('past', '2020-01-01'),
  finding('today', '2026-11-21'),
  finding('seen', '2026-11-20', false),
  finding('half', '2027-05-21'),
  finding('year', '2027-11-21'),
  finding('far', '2030-01-01'),
  finding('none', null),
];

it('leaves what a contract says to its mark', () => {
  const contract = {
    ...({ contractId: 'c', vendor: 'Freexian', scope: 'organization', place: null } as const),
    ...{ until: '2028-01-01', upstreamDate: '2024-06-30', upstreamDateKnown: true },
  };
  const covered = { ...FINDING, eolDate: '2028-01-01', eolSource: 'contract', contract } as const;
  expect(otherDates(covered)).toBeNull();
});

describe('groupFindings', () => {
  it('groups by state, with what ended on an unknown day apart', () => {
    const groups = groupFindings(FINDINGS, today, null);
    expect(groups.map(({ kind, findings }) => [kind, findings.map(({ id }) => id)])).toEqual([
      ['ended', ['past', 'today']],
      ['undated', ['seen']],
      ['soon', ['half']],
      ['next', ['year']],
      ['later', ['far']],
      ['unknown', ['none']],
    ]);
  });

  it('shows one state alone, all of it', () => {
    expect(groupFindings(FINDINGS, today, 'ended').map(({ kind }) => kind)).toEqual([
      'ended',
      'undated',
    ]);
    expect(groupFindings([], today, 'ended')).toEqual([]);
  });
});
