import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day } from './calendar';
import { stateOf, type EolState } from './proximity';
import { trendPoints, type Period } from './trend';
import { approachOver, TrendTally, type TrendCounts } from './trend-tally';

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
