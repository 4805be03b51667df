import { describe, expect, it } from 'vitest';
import { formatAgo, formatInstant, formatInstantDay } from './instants';

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
