import { afterEach, describe, expect, it, test } from 'vitest';
import {
  describeDay,
  EXPIRY_WORDS,
  expiryWords,
  formatDay,
  formatDayOfYear,
  formatMonth,
  formatMonthName,
  lowerFirst,
  RELEASE_WORDS,
  formatAgo,
  formatDaysSince,
  formatInstant,
  formatInstantDay,
} from './dates';

describe('describeDay', () => {
  it.each([
    ['2026-07-11', '2026-11-21', 'Ended 133 days ago', 'past'],
    ['2026-11-20', '2026-11-21', 'Ended yesterday', 'past'],
    ['2026-11-21', '2026-11-21', 'Ends today', 'today'],
    ['2026-11-22', '2026-11-21', 'Ends tomorrow', 'future'],
    ['2027-01-19', '2026-11-21', 'Ends in 59 days', 'future'],
    ['2027-01-20', '2026-11-21', 'Ends in 1 month', 'future'],
    ['2027-02-21', '2026-11-21', 'Ends in 3 months', 'future'],
    ['2027-02-20', '2026-11-21', 'Ends in 2 months', 'future'],
    ['2027-11-21', '2026-11-21', 'Ends in 1 year', 'future'],
    ['2028-01-21', '2026-11-21', 'Ends in 1 year 2 months', 'future'],
    ['2030-06-01', '2026-11-21', 'Ends in 3 years', 'future'],
    ['2025-11-22', '2026-11-21', 'Ended 364 days ago', 'past'],
    ['2025-11-21', '2026-11-21', 'Ended 1 year ago', 'past'],
    ['2024-10-21', '2026-11-21', 'Ended 2 years 1 month ago', 'past'],
    ['2019-12-31', '2026-11-21', 'Ended 6 years ago', 'past'],
    ['2024-02-29', '2025-02-28', 'Ended 365 days ago', 'past'],
    ['2026-03-29', '2026-03-28', 'Ends tomorrow', 'future'],
  ])('%s seen from %s is "%s"', (day, today, relative, when) => {
    expect(describeDay(day, today)).toEqual({ relative, absolute: formatDay(day), when });
  });

  it('names no day when nothing is known of the end', () => {
    expect(describeDay(null, '2026-11-21')).toEqual({
      relative: 'No known end',
      absolute: null,
      when: 'unknown',
    });
  });

  it('does not show a stand-in day as if it were the end', () => {
    expect(describeDay('2026-10-01', '2026-11-21', { known: false })).toEqual({
      relative: 'Ended, date unknown',
      absolute: null,
      when: 'past',
    });
  });

  it.each([
    [EXPIRY_WORDS, '2026-11-20', 'Expired yesterday'],
    [EXPIRY_WORDS, '2026-12-01', 'Expires in 10 days'],
    [EXPIRY_WORDS, null, 'Never expires'],
    [RELEASE_WORDS, '2026-11-21', 'Released today'],
  ])('takes the verbs of another kind of date', (words, day, relative) => {
    expect(describeDay(day, '2026-11-21', { words }).relative).toBe(relative);
  });
});

describe('formatDay', () => {
  it.each([
    ['2026-07-11', '11 Jul 2026'],
    ['2026-09-01', '1 Sep 2026'],
  ])('%s is %s', (day, text) => {
    expect(formatDay(day)).toBe(text);
  });
});

test.each([
  ['2026-11-21T07:59:59.999Z', 'Expires today'],
  ['2026-11-21T08:00:00.000Z', 'Expired today'],
  ['2026-11-21T23:00:00.000Z', 'Expired today'],
  ['2026-11-22T00:00:00.000Z', 'Expired yesterday'],
  ['2026-11-20T09:00:00.000Z', 'Expires tomorrow'],
])('what ends at eight is told at %s as "%s"', (now, relative) => {
  const words = expiryWords('2026-11-21T08:00:00.000Z', now);
  expect(describeDay('2026-11-21', now.slice(0, 10), { words }).relative).toBe(relative);
});

describe('parts of a day', () => {
  afterEach(() => {
    globalThis.acceptLanguageOfPage = undefined;
  });

  it.each([
    ['en-GB', '11 Jul 2026', '11 Jul'],
    ['en-US', 'Jul 11, 2026', 'Jul 11'],
    ['de-CH', '11 Jul 2026', '11 Jul'],
  ])('a reader of %s finds them in the order of the whole', (locale, whole, dayOfYear) => {
    globalThis.acceptLanguageOfPage = () => locale;
    expect(formatDay('2026-07-11')).toBe(whole);
    expect(formatDayOfYear('2026-07-11')).toBe(dayOfYear);
    expect(formatDayOfYear('2026-07-01')).toBe(dayOfYear.replace('11', '1'));
    expect(formatMonth('2026-07-11')).toBe('Jul 2026');
    expect(formatMonthName('2026-07-11')).toBe('Jul');
  });
});

describe('lowerFirst', () => {
  it.each([
    ['Ends today', 'ends today'],
    ['', ''],
  ])('%j is %j', (text, lowered) => {
    expect(lowerFirst(text)).toBe(lowered);
  });
});

describe('formatInstant', () => {
  it.each([
    ['2026-07-11T22:30:00Z', 'UTC', '11 Jul 2026, 22:30'],
    ['2026-07-11T22:30:00Z', 'Europe/Berlin', '12 Jul 2026, 00:30'],
    ['2026-09-01T00:05:00Z', 'America/New_York', '31 Aug 2026, 20:05'],
  ])('%s in %s is %s', (iso, zone, text) => {
    expect(formatInstant(iso, zone)).toBe(text);
    expect(formatInstantDay(iso, zone)).toBe(text.split(',')[0]);
  });
});

test.each([
  ['2026-07-10T11:00:00Z', 'a day'],
  ['2026-07-09T12:00:01Z', 'a day'],
  ['2026-07-09T12:00:00Z', '2 days'],
  ['2026-06-11T12:00:00Z', '30 days'],
])('what was last heard of at %s is silent for %s', (iso, text) => {
  expect(formatDaysSince(iso, Date.parse('2026-07-11T12:00:00Z'))).toBe(text);
});

describe('formatAgo', () => {
  const now = Date.parse('2026-07-11T12:00:00Z');
  it.each([
    ['2026-07-11T12:00:30Z', 'just now'],
    ['2026-07-11T11:59:10Z', 'just now'],
    ['2026-07-11T11:55:00Z', '5 min ago'],
    ['2026-07-11T09:00:00Z', '3 h ago'],
    ['2026-07-10T11:00:00Z', '1 day ago'],
    ['2026-07-04T12:00:00Z', '7 days ago'],
    ['2026-07-01T12:00:00Z', '1 Jul 2026'],
  ])('%s reads "%s"', (iso, text) => {
    expect(formatAgo(iso, now, 'UTC')).toBe(text);
  });
});
