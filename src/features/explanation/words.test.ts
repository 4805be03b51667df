import { expect, it } from 'vitest';
import { evidenceWords, scannerWords } from './words';

const DATED = { date: '2023-04-30', date_known: true, source: 'catalog', estimated_from: null };
const UNKNOWN = { ...DATED, date: null, source: null };

type Evidence = Parameters<typeof evidenceWords>[0];
type Scanned = Parameters<typeof scannerWords>[0];

const evidenceOf = (end: object) =>
  evidenceWords({ end, finding: { evidence: 'catalog' } } as Evidence);

it('says that the catalog gives a date only of one that it gives', () => {
  const general =
    'The vendor, the catalog or the scanner’s own says when it ends, or that no end is announced';
  expect(evidenceOf(DATED)).toBe('The vendor or the catalog gives this date');
  expect(evidenceOf(UNKNOWN)).toBe(general);
  expect(evidenceOf({ ...DATED, date_known: false })).toBe(general);
  expect(evidenceOf({ ...DATED, source: 'scanner' })).toBe(general);
});

it.each([
  ['catalog', null, 'catalog', 'The scanner'],
  ['scanner', 'CycloneDX', 'catalog', 'The scanner'],
  ['catalog', 'CycloneDX', 'catalog', null],
  ['catalog', 'CycloneDX', 'scanner', 'A scanner'],
])(
  'of packages found by the %s, format %s and a date of the %s, says %s',
  (by, format, source, words) => {
    const given = {
      end: { ...DATED, source },
      packages: [{ found_by: by }],
      uploads: { latest: { format } },
    };
    expect(scannerWords(given as Scanned)).toBe(words);
  },
);
