import { describe, expect, test } from 'vitest';
import { afterQuiet, quietHours, type QuietHours, WEEKDAYS } from './quiet';

const quiet = (more: Partial<QuietHours> = {}): QuietHours => ({
  ...{ from: 20, to: 7, days: [...WEEKDAYS], except_stopping: false },
  ...more,
});
const end = (hours: QuietHours | null, zone: string, at: string) =>
  afterQuiet(hours, zone, new Date(at)).toISOString();

describe('quiet hours', () => {
  test('keep nothing outside of them', () => {
    expect(end(null, 'UTC', '2026-11-26T03:00:00Z')).toBe('2026-11-26T03:00:00.000Z');
    expect(end(quiet(), 'UTC', '2026-11-26T07:00:00Z')).toBe('2026-11-26T07:00:00.000Z');
    expect(end(quiet(), 'UTC', '2026-11-26T19:59:59Z')).toBe('2026-11-26T19:59:59.000Z');
  });

  test('end at their hour in the time zone, over midnight as well', () => {
    expect(end(quiet(), 'UTC', '2026-11-26T20:00:00Z')).toBe('2026-11-27T07:00:00.000Z');
    expect(end(quiet(), 'Europe/Berlin', '2026-11-26T19:00:01Z')).toBe('2026-11-27T06:00:00.000Z');
    expect(end(quiet(), 'Asia/Kathmandu', '2026-11-26T15:00:00Z')).toBe('2026-11-27T01:15:00.000Z');
  });

  test('belong to the day on which they begin', () => {
    const fridays = quiet({ days: ['fri'] });
    // A Friday, the Saturday after it, and a Thursday.
    expect(end(fridays, 'UTC', '2026-11-27T23:00:00Z')).toBe('2026-11-28T07:00:00.000Z');
    expect(end(fridays, 'UTC', '2026-11-28T06:00:00Z')).toBe('2026-11-28T07:00:00.000Z');
    expect(end(fridays, 'UTC', '2026-11-27T06:00:00Z')).toBe('2026-11-27T06:00:00.000Z');
  });

  test('last for whole days', () => {
    const weekend = quiet({ from: 0, to: 24, days: ['sat', 'sun'] });
    expect(end(weekend, 'UTC', '2026-11-28T00:00:00Z')).toBe('2026-11-30T00:00:00.000Z');
  });

  test('are an hour longer, or shorter, in the night in which clocks are set', () => {
    expect(end(quiet(), 'Europe/Berlin', '2027-03-27T20:00:00Z')).toBe('2027-03-28T05:00:00.000Z');
    expect(end(quiet(), 'Europe/Berlin', '2026-10-24T20:00:00Z')).toBe('2026-10-25T06:00:00.000Z');
  });

  test.each([
    ['that begin when they end', { from: 7, to: 7 }],
    ['that never end', { from: 0, to: 24 }],
    ['on no day', { days: [] }],
  ])('%s are refused', (_, more) => {
    expect(quietHours.safeParse(quiet(more)).success).toBe(false);
  });
});
