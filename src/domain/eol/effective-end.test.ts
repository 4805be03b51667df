import { expect, it } from 'vitest';
import { parseDay } from './calendar';
import { effectiveEnd, type EndFacts } from './effective-end';

const day = (text: string) => parseDay(text) ?? expect.fail(text);
const unknown: EndFacts = {
  overrideOn: null,
  catalogOn: null,
  catalogEnded: false,
  catalogInferredFrom: null,
  scannerOn: null,
  scannerEnded: false,
  firstSeenOn: day('2026-11-21'),
};
const override = { overrideOn: day('2029-01-01') };
const catalog = { catalogOn: day('2028-01-01') };
const scanner = { scannerOn: day('2027-01-01') };

it.each([
  ['the organization’s date', { ...override, ...catalog, ...scanner }, '2029-01-01', 'override'],
  ['the catalogue’s', { ...catalog, ...scanner, scannerEnded: true }, '2028-01-01', 'catalog'],
  ['the scanner’s', { ...scanner, catalogEnded: true }, '2027-01-01', 'scanner'],
])('is %s where there is one', (_case, facts, on, source) => {
  expect(effectiveEnd({ ...unknown, ...facts })).toEqual({ on, known: true, source });
});

it.each([
  ['the catalogue says so', { catalogEnded: true, scannerEnded: true }, '2026-11-21', 'catalog'],
  ['the scanner says so', { scannerEnded: true }, '2026-11-21', 'scanner'],
  [
    'a newer cycle has ended',
    { catalogInferredFrom: '5.0', scannerEnded: false },
    '2026-11-21',
    'inferred',
  ],
  [
    'the scanner says so, and a newer cycle has ended',
    { catalogInferredFrom: '5.0', scannerEnded: true },
    '2026-11-21',
    'scanner',
  ],
  ['nobody does', {}, null, 'scanner'],
])('without a date is the day it was first seen, when %s', (_case, facts, on, source) => {
  expect(effectiveEnd({ ...unknown, ...facts })).toEqual({ on, known: false, source });
});
