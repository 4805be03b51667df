import { describe, expect, it } from 'vitest';
import { parseDay, type Day } from './calendar';
import { MAX_TREND_POINTS, readDayOrInstant, trendPoints } from './trend';

function day(text: string): Day {
  const parsed = parseDay(text);
  if (!parsed) throw new Error(`${text} is no day`);
  return parsed;
}

describe('the points of a trend', () => {
  it('are days, the last one included', () => {
    expect(trendPoints('DAILY', day('2028-02-28'), day('2028-03-01'))).toEqual([
      { on: '2028-02-28', asOf: '2028-02-28', endsAt: new Date('2028-02-29T00:00:00Z') },
      { on: '2028-02-29', asOf: '2028-02-29', endsAt: new Date('2028-03-01T00:00:00Z') },
      { on: '2028-03-01', asOf: '2028-03-01', endsAt: new Date('2028-03-02T00:00:00Z') },
    ]);
  });

  it('are months, dated by their first day and seen at their end', () => {
    expect(trendPoints('MONTHLY', day('2025-12-31'), day('2026-02-01'))).toEqual([
      { on: '2025-12-01', asOf: '2025-12-31', endsAt: new Date('2026-01-01T00:00:00Z') },
      { on: '2026-01-01', asOf: '2026-01-31', endsAt: new Date('2026-02-01T00:00:00Z') },
      { on: '2026-02-01', asOf: '2026-02-28', endsAt: new Date('2026-03-01T00:00:00Z') },
    ]);
  });

  it('stop one past the most there may be, and are none backwards', () => {
    const all = trendPoints('DAILY', day('0001-01-01'), day('9999-12-31'));
    expect(all).toHaveLength(MAX_TREND_POINTS + 1);
    expect(trendPoints('MONTHLY', day('2026-02-01'), day('2026-01-31'))).toEqual([]);
  });
});

it.each([
  ['2026-04-30', '2026-04-30'],
  ['2026-04-30T23:30:00Z', '2026-04-30'],
  ['2026-04-30T23:30:00.123456-01:00', '2026-05-01'],
  ['2026-04-30T23:30:00', '2026-04-30'],
  ['2026-02-29', null],
  ['2026-02-29T00:00:00Z', null],
  ['2026-04-30T25:00:00Z', null],
  ['0000-01-01', null],
  ['9999-12-31T23:59:59-01:00', null],
  ['20260430', null],
  ['', null],
])('%s falls on %s', (text, expected) => {
  expect(readDayOrInstant(text)).toBe(expected);
});
