import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isDomainError } from '@/domain/errors';
import { type Database, openDatabase, type OpenDatabaseOptions } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';
import { startPgBouncer } from '../pgbouncer';
import { type PostgresPair, type PostgresServer, startPair } from '../postgres-pair';
import { type Relay, startRelay } from '../relay';

const POOL_SIZE = 3;
const WRITERS = 6;

interface World extends PostgresPair {
  readonly folder: string;
  readonly relay: Relay;
}

async function startWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-silence-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const pair = await startPair(folder);
  onTestFinished(() => pair.stop());
  await pair.primary.ask('CREATE TABLE written (id INTEGER PRIMARY KEY)', 'eventide');
  await pair.primary.ask('GRANT ALL ON written TO eventide', 'eventide');
  const relay = await startRelay(pair.primary);
  onTestFinished(() => relay.stop());
  return { ...pair, folder, relay };
}

const wayTo = (address: string) => ({
  connectionString: `postgres://eventide:password@${address}/eventide`,
});

function open(options: Omit<OpenDatabaseOptions, 'logger'>): Database {
  const db = openDatabase({ poolSize: POOL_SIZE, ...options, logger: createLogger('silent') });
  onTestFinished(() => db.close());
  return db;
}

const openPooled = (connectionString: string, direct: pg.ClientConfig) =>
  // Ten connections are more than the pooler has.
  open({ connection: { connectionString }, direct, poolSize: 10, preparedStatements: false });

/** Writes without an end, by more than there are connections; every second one in a transaction. */
class Writers {
  readonly accepted: number[] = [];
  readonly refusals: unknown[] = [];
  longestMs = 0;
  lastAtMs = -Infinity;
  private next = 0;
  private isOver = false;
  private readonly running: readonly Promise<void>[];

  constructor(
    private readonly db: Database,
    count = WRITERS,
  ) {
    this.running = Array.from({ length: count }, (_, at) => this.write(at % 2 === 0));
  }

  private async write(inTransaction: boolean): Promise<void> {
    while (!this.isOver) {
      const id = (this.next += 1);
      const insert = sql`INSERT INTO written VALUES (${id})`;
      const startedAtMs = performance.now();
      try {
        if (inTransaction)
          await this.db.transaction(async (tx) => {
            await insert.execute(tx.sql);
            // For a moment its connection waits for no answer.
            await sleep(5);
          });
        else await insert.execute(this.db.sql);
        this.accepted.push(id);
        this.lastAtMs = performance.now();
      } catch (error) {
        this.refusals.push(error);
        await sleep(20);
      }
      this.longestMs = Math.max(this.longestMs, performance.now() - startedAtMs);
    }
  }

  async more(count: number, timeoutMs = 30_000): Promise<void> {
    const wanted = this.accepted.length + count;
    await expect
      .poll(() => this.accepted.length, { timeout: timeoutMs, interval: 10 })
      .toBeGreaterThanOrEqual(wanted);
  }

  /** Whatever was accepted is there, and whoever was refused was told to try again. */
  async end(server: PostgresServer): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
    const rows = await server.ask<{ id: number }>('SELECT id FROM written', 'eventide');
    const ids = new Set(rows.map(({ id }) => id));
    expect(this.accepted.filter((id) => !ids.has(id))).toEqual([]);
    expect(
      this.refusals.filter((error) => !isDomainError(error) || error.code !== 'unavailable'),
    ).toEqual([]);
  }
}

/** The primary goes without a word, and its standby takes its place behind the same address; who writes goes on in seconds. */
async function losePower(
  { primary, standby, relay }: World,
  writers: Writers,
  way: string,
): Promise<void> {
  writers.longestMs = 0;
  relay.fallSilent();
  await primary.signal('SIGSTOP');
  await standby.promote();
  relay.leadTo(standby);
  const promotedAtMs = performance.now();
  await writers.more(50);
  process.stderr.write(
    `${way}: longest ${writers.longestMs.toFixed(0)} ms, ${String(writers.refusals.length)} refused\n`,
  );
  expect(performance.now() - promotedAtMs).toBeLessThan(8_000);
  expect(writers.longestMs).toBeLessThan(8_000);
}

test('behind one address, a primary that is gone without a word is left for whoever answers there', async () => {
  const world = await startWorld();
  const { standby, relay } = world;
  const db = open({ connection: wayTo(relay.address) });
  const writers = new Writers(db);
  await writers.more(50);
  // It has been seen by then.
  await sleep(3_000);
  const heard: string[] = [];
  expect(await db.locks.take('a job')).not.toBeNull();
  const lock = await db.locks.take('another job');
  lock?.addEventListener('abort', () => heard.push('lost'));
  await losePower(world, writers, 'one address');
  expect(heard).toEqual(['lost']);
  await writers.end(standby);
});

test('behind a pooler of transactions, whoever waits there for a primary that is gone makes room for the next one', async () => {
  const world = await startWorld();
  const { standby, folder, relay } = world;
  const direct = wayTo(relay.address);
  const pooler = await startPgBouncer(direct.connectionString, join(folder, 'pair'), 'transaction');
  onTestFinished(() => pooler.stop());
  const db = openPooled(pooler.url, direct);
  const writers = new Writers(db, 12);
  await writers.more(50);
  await sleep(3_000);
  await losePower(world, writers, 'a pooler');
  await writers.end(standby);
});

test('behind a pooler of transactions, who waits long for a turn is not taken for silent', async () => {
  const { primary, folder } = await startWorld();
  const direct = wayTo(primary.address);
  const pooler = await startPgBouncer(direct.connectionString, join(folder, 'pair'), 'transaction');
  onTestFinished(() => pooler.stop());
  const db = openPooled(pooler.url, direct);
  const busy = Array.from({ length: 8 }, () => sql`SELECT pg_sleep(14)`.execute(db.sql));
  expect(await Promise.all(busy)).toHaveLength(8);
  expect(db.servers.era).toBe(0);
});

test('behind one address, silence ends what waits, and who comes later is told at once', async () => {
  const { standby, relay } = await startWorld();
  const db = open({ connection: wayTo(relay.address) });
  const writers = new Writers(db);
  await writers.more(50);
  await sleep(3_000);
  writers.longestMs = 0;
  relay.fallSilent();
  relay.leadTo('nobody');
  await expect.poll(() => writers.refusals.length, { timeout: 20_000 }).toBeGreaterThan(WRITERS);
  expect(writers.longestMs).toBeLessThan(18_000);
  writers.longestMs = 0;
  await sleep(5_000);
  expect(writers.longestMs).toBeLessThan(6_000);
  await standby.promote();
  relay.leadTo(standby);
  await writers.more(50, 8_000);
  await writers.end(standby);
});

test('behind one address, connections that a network has forgotten are made anew at the same server', async () => {
  const { primary, relay } = await startWorld();
  const db = open({ connection: wayTo(relay.address) });
  const writers = new Writers(db);
  await writers.more(50);
  await sleep(3_000);
  writers.longestMs = 0;
  relay.fallSilent();
  await writers.more(50);
  expect(writers.longestMs).toBeLessThan(18_000);
  await writers.end(primary);
});

test('a server that says nothing for some seconds and then answers costs nobody a write', async () => {
  const { primary, relay } = await startWorld();
  const db = open({ connection: wayTo(relay.address) });
  const writers = new Writers(db);
  await writers.more(50);
  await sleep(3_000);
  relay.fallSilent();
  await sleep(6_000);
  relay.goOn();
  await writers.more(50);
  expect([writers.refusals, db.servers.era]).toEqual([[], 0]);
  await writers.end(primary);
});

/** Takes all connections that others than administrators may have. */
async function fill({ port }: PostgresServer): Promise<void> {
  for (;;) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'eventide',
      database: 'eventide',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' });
      return;
    }
    onTestFinished(async () => {
      await client.end().catch(() => undefined);
    });
  }
}

test.each([
  ['has no connection left', fill],
  [
    'lets nobody in any more',
    async (server: PostgresServer) => {
      await server.ask('ALTER ROLE eventide NOLOGIN');
    },
  ],
])('of several hosts, one that %s is kept by whoever is connected', async (_how, turnAway) => {
  const { primary, standby } = await startWorld();
  const db = open({ connection: [wayTo(standby.address), wayTo(primary.address)] });
  const ask = () => sql<{ one: number }>`SELECT 1 AS one`.execute(db.sql);
  await ask();
  await turnAway(primary);
  const untilMs = performance.now() + 6_000;
  while (performance.now() < untilMs) {
    expect((await ask()).rows).toEqual([{ one: 1 }]);
    await sleep(50);
  }
  // Two connections are more than there is. The one goes on.
  const answers = await Promise.allSettled([ask(), ask()]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  // It is left where it is gone.
  await primary.signal('SIGKILL');
  await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  await standby.promote();
  await standby.ask('ALTER ROLE eventide LOGIN');
  await expect
    .poll(() => ask().catch(() => null), { timeout: 10_000 })
    .toMatchObject({ rows: [{ one: 1 }] });
});
