import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { openDatabase, type OpenDatabaseOptions } from '@/server/platform/db/db';
import { migrateForApp } from '@/server/platform/db/migrate-for-app';
import { readFromReplica } from '@/server/platform/db/replicas/read-from-replica';
import { createLogger } from '@/server/platform/log';
import { type ReplicaReadOutcome, replicaReads } from '@/server/platform/signals';
import { callAs } from '@/test/callers';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { withQuery } from '@/test/with-query';
import { type PostgresPair, type PostgresServer, startPair } from '../postgres-pair';

/** The address of the tests' database at a server. */
export const addressOf = ({ address }: Pick<PostgresServer, 'address'>, database = 'eventide') =>
  `postgres://eventide:password@${address}/${database}`;

export interface Replicated extends PostgresPair {
  readonly folder: string;
  /** Of a process that knows both. */
  readonly deps: TestDeps;
  /** Who answered what a replica might have, since this was last asked. */
  outcomes(): ReplicaReadOutcome[];
  /** What the database's part of the process has logged. */
  logged(): string;
  /** Waits until lists are read from the standby. */
  untilRead(): Promise<void>;
}

export interface Connected extends Pick<Replicated, 'deps' | 'logged'> {
  start(): Promise<void>;
}

/** Opens the database as a process does that is told of these replicas. */
export function connect(
  addresses: Pick<OpenDatabaseOptions, 'connection'>,
  replicas: readonly [string, ...string[]],
  maxLagSeconds = 1,
): Connected {
  let text = '';
  const logger = createLogger('info', { write: (line) => (text += line) });
  const [first, ...others] = replicas;
  const to = (connectionString: string) => ({ connectionString });
  const db = openDatabase({
    ...{ ...addresses, logger, poolSize: 4 },
    replicas: { connections: [to(first), ...others.map(to)], maxLagSeconds },
  });
  const deps = testDeps(withQuery(db));
  onTestFinished(() => db.close());
  return { deps, logged: () => text, start: async () => db.replicas?.start() };
}

/** Starts a primary and a standby, and a process with both. They end with the test. */
export async function startReplicated(maxLagSeconds = 1): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-replica-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pair = await startPair(folder, { synchronous: false });
  onTestFinished(() => pair.stop());
  const connection = { connectionString: addressOf(pair.primary) };
  const { deps, logged, start } = connect({ connection }, [addressOf(pair.standby)], maxLagSeconds);
  await migrateForApp({ app: deps.db, owner: null, logger: createLogger('silent') });
  await start();
  let outcomes: ReplicaReadOutcome[] = [];
  onTestFinished(replicaReads.hear(({ outcome }) => outcomes.push(outcome)));
  const { replicas } = deps.db;
  return {
    ...pair,
    folder,
    deps,
    logged,
    outcomes: () => {
      const said = outcomes;
      outcomes = [];
      return said;
    },
    untilRead: async () => {
      await expect
        .poll(() => replicas?.readings()[0]?.isUsable, { timeout: 30_000, interval: 50 })
        .toBe(true);
    },
  };
}

/** Waits until the standby has replayed all that the primary has written by now. */
export async function untilReplayed({ primary, standby }: PostgresPair): Promise<void> {
  const [now] = await primary.ask<{ at: string }>('SELECT pg_current_wal_lsn() AS at');
  const at = now?.at ?? '';
  await expect
    .poll(() => standby.ask(`SELECT pg_last_wal_replay_lsn() >= '${at}' AS done`), {
      timeout: 30_000,
      interval: 20,
    })
    .toEqual([{ done: true }]);
}

/** Nothing is left open at either server: whoever idles in a transaction holds up replay and cleaning. */
export async function expectNothingOpen({
  primary,
  standby,
}: Pick<Replicated, 'primary' | 'standby'>): Promise<void> {
  for (const server of [primary, standby])
    await expect
      .poll(() =>
        server.ask(
          `SELECT application_name, query FROM pg_stat_activity WHERE datname = 'eventide' AND state LIKE 'idle in%'`,
        ),
      )
      .toEqual([]);
}

/** Has replay end whatever reads rows that are cleaned away. */
export async function conflicting(
  world: Pick<Replicated, 'primary' | 'standby'>,
): Promise<() => Promise<void>> {
  await world.standby.ask('ALTER SYSTEM SET max_standby_streaming_delay = 0');
  await world.standby.ask('SELECT pg_reload_conf()');
  await world.primary.ask('CREATE TABLE own AS SELECT generate_series(1, 2000) AS id', 'eventide');
  await world.primary.ask('GRANT SELECT, UPDATE ON own TO eventide', 'eventide');
  return async () => {
    await world.primary.ask('UPDATE own SET id = id', 'eventide');
    await world.primary.ask('VACUUM own', 'eventide');
  };
}

/** Stores an image with software that has ended. */
export const scan = (deps: TestDeps, organization: OrganizationId, image: string) =>
  scanImage(deps, organization, { image, software: [{ product: 'x', eol: '2020-01-01' }] });

/** The names of an organization's images, as a list of a page has them. */
export async function names(deps: TestDeps, organization: OrganizationId): Promise<string[]> {
  const { items } = await callAs(deps, organization).image.listForDashboard({});
  const { items: notes } = await callAs(deps, organization).note.listForDashboard({});
  expect(notes).toEqual([]);
  return items.map(({ name }) => name);
}

/** Which server answers a read, that lasts for some seconds. */
export const who = (deps: TestDeps, organization: OrganizationId, seconds = 0) =>
  readFromReplica(deps.db, organization, async (db) => {
    const asked = sql<{ standby: boolean }>`
      SELECT pg_is_in_recovery() AS standby, count(*), pg_sleep(${seconds}) FROM image_tag`;
    const { rows } = await asked.execute(db.sql);
    return rows[0]?.standby === true ? 'standby' : 'primary';
  });
