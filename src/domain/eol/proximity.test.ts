import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, type Day, dayOf, parseDay } from './calendar';
import {
  countByProximity,
  effectiveEnd,
  type EndFacts,
  EOL_FILTERS,
  type EolFilter,
  type EolState,
  isInRange,
  proximityBounds,
  rangeOfFilter,
  stateOf,
} from './proximity';

const STATES_OF_FILTER: Record<EolFilter, readonly EolState[]> = {
  All: ['ended', 'soon', 'next', 'later', 'unknown'],
  EOL: ['ended'],
  'EOL LESS THAN 6MO': ['soon'],
  'EOL LESS THAN 12MO': ['soon', 'next'],
  'EOL MORE THAN 12MO': ['later'],
};

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map(dayOf);

/** Days near the ones at which classes change: today, 6 and 12 months, and the day before and after. */
const nearby = fc
  .tuple(day, fc.integer({ min: -2, max: 2 }), fc.constantFrom(0, 1, 2))
  .map(([today, offset, bound]): [Day, Day] => {
    const { in6Months, in12Months } = proximityBounds(today);
    return [today, addDays([today, in6Months, in12Months][bound] ?? today, offset)];
  });

test('filters keep exactly the ends whose state they name', () => {
  fc.assert(
    fc.property(fc.oneof(nearby, fc.tuple(day, day)), ([today, eolOn]) => {
      for (const filter of EOL_FILTERS) {
        const range = rangeOfFilter(filter, today);
        const keeps = range === null || isInRange(eolOn, range);
        expect(keeps).toBe(STATES_OF_FILTER[filter].includes(stateOf(eolOn, today)));
      }
    }),
  );
});

describe('the last day of a class', () => {
  const today = dayOf(new Date('2026-08-31T23:59:59.999Z'));

  test.each([
    ['2026-08-31', 'ended'],
    ['2026-09-01', 'soon'],
    ['2027-02-28', 'soon'],
    ['2027-03-01', 'next'],
    ['2027-08-31', 'next'],
    ['2027-09-01', 'later'],
  ])('%s is %s', (eolOn, state) => {
    expect(stateOf(dayOf(new Date(eolOn)), today)).toBe(state);
  });

  test('six months from the end of August may be a leap day', () => {
    expect(proximityBounds(dayOf(new Date('2027-08-31'))).in6Months).toBe('2028-02-29');
  });
});

test('nothing known of an end is a state of its own, outside every range and count', () => {
  const today = dayOf(new Date('2026-11-21'));
  expect(stateOf(null, today)).toBe('unknown');
  expect(isInRange(null, { after: null, until: null })).toBe(false);
  expect(countByProximity([null, today, addDays(today, 1), addDays(today, 400)], today)).toEqual({
    high: 1,
    med: 1,
    low: 1,
  });
});

const onDay = (text: string) => parseDay(text) ?? expect.fail(text);
const unknown: EndFacts = {
  overrideOn: null,
  catalogOn: null,
  catalogEnded: false,
  catalogInferredFrom: null,
  scannerOn: null,
  scannerEnded: false,
  firstSeenOn: onDay('2026-11-21'),
};
const override = { overrideOn: onDay('2029-01-01') };
const catalog = { catalogOn: onDay('2028-01-01') };
const scanner = { scannerOn: onDay('2027-01-01') };

it.each([
  ['the organization’s date', { ...override, ...catalog, ...scanner }, '2029-01-01', 'override'],
  ['the catalog’s', { ...catalog, ...scanner, scannerEnded: true }, '2028-01-01', 'catalog'],
  ['the scanner’s', { ...scanner, scannerEnded: true }, '2027-01-01', 'scanner'],
  [
    'the scanner’s, of what the catalog says has ended, on the day it was first seen',
    { scannerOn: onDay('2026-11-21'), catalogEnded: true },
    '2026-11-21',
    'scanner',
  ],
  [
    'the scanner’s, of what a newer cycle tells has ended',
    { ...scanner, catalogInferredFrom: '5.0' },
    '2027-01-01',
    'scanner',
  ],
])('is %s where there is one', (_case, facts, on, source) => {
  expect(effectiveEnd({ ...unknown, ...facts })).toEqual({ on, known: true, source });
});

it.each([
  ['the catalog says so', { catalogEnded: true, scannerEnded: true }, '2026-11-21', 'catalog'],
  [
    'the catalog says so, and a scanner names a later day',
    { catalogEnded: true, scannerOn: onDay('2026-11-22') },
    '2026-11-21',
    'catalog',
  ],
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
