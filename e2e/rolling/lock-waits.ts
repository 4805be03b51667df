import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const LOOK_EVERY_MS = 100;
/** Migrations run as this, and wait on purpose. */
const MIGRATIONS = 'eventide migrations';
/**
 * A migration waits two seconds for a table, and whoever comes after it waits behind it (platform/db/migrate.ts): as long again,
 * and something more, is left for what it does there.
 */
const BEHIND_MIGRATIONS_MS = 5_000;
/** Requests that find no free connection fail after so long (platform/db/db.ts). Jobs of the app wait for five seconds at most. */
const BEHIND_OTHERS_MS = 10_000;

/** A session of the app that waited for a lock. */
export interface Wait {
  readonly waitedMs: number;
  /** What it waited for. */
  readonly lock: string;
  readonly statement: string;
  /** The name under which whoever was in its way had connected, what they did, for how long, and with which statement. */
  readonly holder: string;
  readonly holderState: string;
  readonly heldFor: string;
}

interface Row extends Wait {
  readonly wait: string;
}

/** Of several that are in the way: the one that migrates, or whose transaction is the oldest. */
const WAITING = `
  SELECT w.pid || ' ' || l.waitstart AS wait,
         extract(epoch FROM clock_timestamp() - l.waitstart)::float8 * 1000 AS "waitedMs",
         concat_ws(' ', l.mode, 'of', l.locktype, l.relation::regclass) AS lock, w.query AS statement,
         coalesce(h.application_name, '') AS holder,
         concat_ws(' for ', h.state, (extract(epoch FROM clock_timestamp() - h.xact_start) * 1000)::int || ' ms')
           AS "holderState", coalesce(h.query, '') AS "heldFor"
    FROM pg_locks l
    JOIN pg_stat_activity w ON w.pid = l.pid
    LEFT JOIN LATERAL (
      SELECT * FROM pg_stat_activity a WHERE a.pid = ANY(pg_blocking_pids(l.pid))
       ORDER BY a.application_name = '${MIGRATIONS}' DESC, a.xact_start LIMIT 1) h ON true
   WHERE NOT l.granted AND l.waitstart IS NOT NULL
     AND w.datname = current_database() AND w.backend_type = 'client backend'
     AND w.application_name <> '${MIGRATIONS}'`;

export interface Waits {
  /** How many waits were seen. */
  readonly count: number;
  readonly longest: Wait | null;
  readonly longestBehindMigration: Wait | null;
  /** The longest time between two looks: nobody knows of shorter waits in it. */
  readonly unseenMs: number;
}

/** Looks at a database many times a second for sessions that wait for a lock. */
export class LockWaits {
  private readonly ending = new AbortController();
  private readonly seen = new Map<string, Row>();
  private running: Promise<void> = Promise.resolve();
  private lastMs = performance.now();
  private unseenMs = 0;

  private constructor(private readonly client: pg.Client) {}

  static async watch(connectionString: string): Promise<LockWaits> {
    const client = new pg.Client({ connectionString, application_name: 'lock waits' });
    client.on('error', () => undefined);
    await client.connect();
    const waits = new LockWaits(client);
    // Where it fails, nobody looks any more: that is told with the rest.
    waits.running = waits.look().catch(() => undefined);
    return waits;
  }

  private async look(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const { rows } = await this.client.query<Row>(WAITING);
      for (const row of rows) this.seen.set(row.wait, row);
      this.unseenMs = Math.max(this.unseenMs, this.sinceLast());
      this.lastMs = performance.now();
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private readonly sinceLast = () => performance.now() - this.lastMs;

  /** Takes what was seen since it was taken last. */
  taken(): Waits {
    const sorted = [...this.seen.values()].toSorted((one, other) => other.waitedMs - one.waitedMs);
    const [longest = null] = sorted;
    const longestBehindMigration = sorted.find(({ holder }) => holder === MIGRATIONS) ?? null;
    const unseenMs = Math.max(this.unseenMs, this.sinceLast());
    const waits = { count: this.seen.size, longest, longestBehindMigration, unseenMs };
    this.seen.clear();
    this.unseenMs = 0;
    return waits;
  }

  async end(): Promise<void> {
    this.ending.abort();
    await this.running;
    await this.client.end();
  }
}

/** So much of a statement is shown, and compared. */
const SHOWN = 200;

const shown = (statement: string) => statement.replaceAll(/\s+/g, ' ').trim().slice(0, SHOWN);

/** Who was in the way, by the migration's name where it was one of those: they are sent as a whole. */
function holderOf({ holder, holderState, heldFor }: Wait, migrations: readonly string[]): string {
  if (holder === '') return 'somebody who was gone by then';
  if (holder !== MIGRATIONS) return `${holder} (${holderState}): ${shown(heldFor)}`;
  const migration = migrations.find(
    (name) =>
      shown(readFileSync(join('prisma/migrations', name, 'migration.sql'), 'utf8')) ===
      shown(heldFor),
  );
  return `the migration ${migration ?? shown(heldFor)}`;
}

/** Says how long sessions waited, and behind whom. @param migrations those that may have been in the way */
export function tellWaits(
  phase: string,
  { count, longest, longestBehindMigration, unseenMs }: Waits,
  migrations: readonly string[],
): { lines: string[]; faults: string[] } {
  const textOf = (wait: Wait) =>
    `${wait.waitedMs.toFixed(0)} ms for ${wait.lock} behind ${holderOf(wait, migrations)}; waiting: ${shown(wait.statement)}`;
  const isBehindMigration = longest !== null && longest === longestBehindMigration;
  const lines = [
    `${phase}: ${String(count)} waits for locks seen, looked at least every ${unseenMs.toFixed(0)} ms`,
    ...(longest ? [`  the longest ${textOf(longest)}`] : []),
    ...(longestBehindMigration && !isBehindMigration
      ? [`  the longest behind a migration ${textOf(longestBehindMigration)}`]
      : []),
  ];
  const faultOf = (wait: Wait | null, atMostMs: number) =>
    wait && wait.waitedMs > atMostMs ? [`locks: ${phase}: ${textOf(wait)}`] : [];
  const faults = [
    ...faultOf(longestBehindMigration, BEHIND_MIGRATIONS_MS),
    ...(isBehindMigration ? [] : faultOf(longest, BEHIND_OTHERS_MS)),
    ...(unseenMs > BEHIND_MIGRATIONS_MS
      ? [`locks: ${phase}: nobody looked for ${unseenMs.toFixed(0)} ms`]
      : []),
  ];
  return { lines, faults };
}
