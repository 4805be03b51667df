import { expect, it } from 'vitest';
import type { ImageFinding } from '../image-types';
import { otherDates } from './finding-dates';

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
  estimatedFrom: null,
  scannerEolDate: '2026-01-01',
  latestRelease: null,
  latestReleaseDate: null,
  firstSeenDate: '2026-01-01T00:00:00.000Z',
  policy: { action: 'ALLOW', policyId: null, appliesOn: null, message: null, nextChange: null },
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
  ['the scanner alone speaks', { eolSource: 'scanner', catalog: null }, null],
  [
    'the scanner says otherwise',
    { scannerEolDate: '2025-06-30' },
    'Date from the catalogue; the scanner says 30 Jun 2025',
  ],
  [
    'the scanner knows none',
    { scannerEolDate: null },
    'Date from the catalogue; the scanner knows none',
  ],
  ['the scanner did not report it', { scannerEolDate: null, foundBy: 'catalog' }, null],
  [
    'the organization has set it',
    { eolSource: 'override', eolDate: '2027-01-01' },
    'Date set by your organization; the catalogue says 1 Jan 2026; the scanner says 1 Jan 2026',
  ],
  [
    'the organization has set what all say',
    { eolSource: 'override' },
    'Date set by your organization',
  ],
])('tells of dates when %s', (_when, differing, text) => {
  expect(otherDates({ ...FINDING, ...differing })).toBe(text);
});
