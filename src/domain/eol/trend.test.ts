import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, type Day, parseDay } from './calendar';
import { type EolState, stateOf } from './proximity';
import {
  approachOver,
  MAX_TREND_POINTS,
  monthsOver,
  type Period,
  readDayOrInstant,
  type TrendCounts,
  trendPoints,
  trendRange,
  TrendTally,
} from './trend';

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

  it('of the dashboard take the period of today as of today, and the others as of their end', () => {
    const points = trendRange('MONTHLY', 3, day('2026-11-26'));
    expect(points.map(({ on, asOf }) => [on, asOf])).toEqual([
      ['2026-09-01', '2026-09-30'],
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-26'],
      ['2026-12-01', '2026-12-31'],
      ['2027-01-01', '2027-01-31'],
      ['2027-02-01', '2027-02-28'],
    ]);
    expect(points[2]?.endsAt).toEqual(new Date('2026-11-27T00:00:00Z'));
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

const start = '2025-01-31' as Day; // a day of the calendar
const STATES = {
  later: 'low',
  next: 'medium',
  soon: 'high',
  ended: 'critical',
  unknown: 'unknown',
} as const satisfies Record<EolState, keyof TrendCounts>;

const history = fc.record({
  endsAfter: fc.option(fc.integer({ min: -800, max: 800 })),
  changes: fc.array(fc.integer({ min: -3, max: 5 }), { minLength: 60, maxLength: 60 }),
});

test('points at ends of months are of months that are over, or are still to end', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ofMonths = trendRange('MONTHLY', 3, day('2026-11-21'));
  expect(monthsOver(ofMonths, now)).toEqual([
    '2026-09-01',
    '2026-10-01',
    'now',
    'now',
    'now',
    'now',
  ]);
  expect(monthsOver(trendPoints('DAILY', day('2026-10-30'), day('2026-10-31')), now)).toBeNull();
  expect(monthsOver(trendPoints('DAILY', day('2026-10-31'), day('2026-10-31')), now)).toEqual([
    '2026-10-01',
  ]);
  expect(monthsOver(trendPoints('MONTHLY', day('0001-01-01'), day('0001-02-01')), now)).toEqual([
    '0001-01-01',
    '0001-02-01',
  ]);
});

test('counts at each point what is open there, in the state of that day', () => {
  fc.assert(
    fc.property(
      fc.array(history, { maxLength: 8 }),
      fc.constantFrom<Period>('DAILY', 'MONTHLY'),
      fc.integer({ min: 0, max: 59 }),
      (histories, period, days) => {
        const points = trendPoints(period, start, addDays(start, days));
        const approachOf = approachOver(points);
        const tally = new TrendTally(points.length);
        const ends = histories.map(({ endsAfter }) =>
          endsAfter === null ? null : addDays(start, endsAfter),
        );
        for (const [index, { changes }] of histories.entries()) {
          tally.addFindings(approachOf(ends[index] ?? null), Int32Array.from(changes));
        }
        for (const [index, { asOf }] of points.entries()) {
          const expected = { low: 0, medium: 0, high: 0, critical: 0, unknown: 0, none: 0 };
          for (const [number, { changes }] of histories.entries()) {
            const open = changes.slice(0, index + 1).reduce((sum, change) => sum + change, 0);
            expected[STATES[stateOf(ends[number] ?? null, asOf)]] += open;
          }
          expect(tally.at(index)).toEqual(expected);
        }
      },
    ),
  );
});

test('images without findings are counted as none', () => {
  const tally = new TrendTally(3);
  tally.addClean(Int32Array.from([2, 0, -1, 5]));
  expect([0, 1, 2].map((index) => tally.at(index).none)).toEqual([2, 2, 1]);
});
