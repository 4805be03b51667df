import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import { proximityBounds, stateOf } from '@/domain/eol/proximity';
import { testDatabase, type TestDatabase } from '@/test/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());

/** Every day of four years: months of each length, and a leap day. */
const DAYS = Array.from({ length: 4 * 366 }, (_, index) =>
  addDays(dayOf(new Date('2026-01-01')), index),
);

/** Ends at which the state changes as of a day, and the days before and after them. */
function endsNear(day: Day): (Day | null)[] {
  const { today, in6Months, in12Months } = proximityBounds(day);
  const bounds = [today, in6Months, in12Months].flatMap((bound) =>
    [-1, 0, 1].map((offset) => addDays(bound, offset)),
  );
  return [null, ...bounds];
}

test('the database says of each end what the domain says, on every day of four years', async () => {
  const asked = DAYS.flatMap((today) => endsNear(today).map((eolOn) => ({ eolOn, today })));
  const rows = await db.query<{ state: string }>(
    `SELECT eol_state(eol_on, today) AS state
       FROM unnest($1::date[], $2::date[]) WITH ORDINALITY AS asked(eol_on, today, n) ORDER BY n`,
    [asked.map(({ eolOn }) => eolOn), asked.map(({ today }) => today)],
  );
  const said = rows.map(({ state }, index) => ({ ...asked[index], state }));
  expect(said).toEqual(
    asked.map(({ eolOn, today }) => ({ eolOn, today, state: stateOf(eolOn, today) })),
  );
});

test('the planner writes it out where it is used', async () => {
  const plan = await db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (VERBOSE) SELECT eol_state(eol_on, $1::date) FROM software_cycle`,
    ['2026-11-22'],
  );
  const text = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(text).toContain('CASE WHEN');
  expect(text).not.toContain('eol_state');
});
