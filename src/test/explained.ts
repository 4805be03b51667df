import type pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { sqlOfPool } from '@/server/platform/db/sql';
import type { TestDeps } from './deps';

const plan = z.object({
  'Node Type': z.string(),
  Plans: z.array(z.unknown()).default([]),
  'Actual Loops': z.number(),
  'Actual Rows': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Join Filter': z.number().default(0),
});

/** The rows that a plan's nodes gave or threw away, in all their turns; the largest of the nodes. */
function lookedAt(node: unknown): number {
  const { Plans: below, ...own } = plan.parse(node);
  const rows =
    own['Actual Rows'] + own['Rows Removed by Filter'] + own['Rows Removed by Join Filter'];
  return Math.max(rows * own['Actual Loops'], ...below.map(lookedAt));
}

/** The rows that a plan's sorts gave, in all their turns; the largest of them. */
function sorted(node: unknown): number {
  const { Plans: below, ...own } = plan.parse(node);
  const isSort = own['Node Type'].endsWith('Sort');
  return Math.max(isSort ? own['Actual Rows'] * own['Actual Loops'] : 0, ...below.map(sorted));
}

const EXPLAIN = 'EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ';

/** The pool, whose connections explain every statement before they run it. */
function explaining(all: pg.Pool, explained: (plan: unknown) => void): pg.Pool {
  async function connect() {
    const client = await all.connect();
    const query = async (statement: pg.QueryArrayConfig<unknown[]>) => {
      const { text, values = [] } = statement;
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: unknown }] }>(
        EXPLAIN + text,
        values,
      );
      explained(rows[0]?.['QUERY PLAN'][0].Plan);
      return client.query(statement);
    };
    return { query, release: () => void client.release() };
  }
  return new Proxy(all, {
    get: (pool, key): unknown => (key === 'connect' ? connect : Reflect.get(pool, key)),
  });
}

/** The most rows that one step of one statement looked at while a call was answered. */
export const mostLookedAt = (deps: TestDeps, call: (deps: TestDeps) => Promise<unknown>) =>
  mostOf(lookedAt, deps, call);

/** The most rows that one sort of one statement put in order while a call was answered. */
export const mostSorted = (deps: TestDeps, call: (deps: TestDeps) => Promise<unknown>) =>
  mostOf(sorted, deps, call);

async function mostOf(
  count: (top: unknown) => number,
  deps: TestDeps,
  call: (deps: TestDeps) => Promise<unknown>,
): Promise<number> {
  const counts: number[] = [];
  const explained = (top: unknown) => void counts.push(count(top));
  const sql = sqlOfPool(explaining(deps.db.pool, explained), deps.db.servers, false);
  await call({ ...deps, db: { ...deps.db, sql } });
  expect(counts).not.toEqual([]);
  return Math.max(...counts);
}
