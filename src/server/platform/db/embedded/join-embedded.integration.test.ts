import { withQuery } from '@/test/with-query';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '@/server/platform/db/db';
import { createLogger } from '@/server/platform/log';
import { startEmbeddedPostgres, type EmbeddedPostgresOptions } from './embedded';
import { joinEmbeddedPostgres, type JoinedPostgres } from './join-embedded';
import { findPostmaster } from './postmaster-file';

let options: EmbeddedPostgresOptions;

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eventide-join-'));
  await chmod(dataDir, 0o755);
  options = { dataDir, durable: false, logger: createLogger('silent') };
});
afterEach(() => rm(options.dataDir, { recursive: true, maxRetries: 5 }));

async function answers({ connection }: Pick<JoinedPostgres, 'connection'>): Promise<number> {
  const db = withQuery(openDatabase({ connection }));
  const rows = await db.query('SELECT 1');
  await db.close();
  return rows.length;
}

it('is a guest of the process that owns the server, and leaves it running', async () => {
  const owner = await startEmbeddedPostgres(options);
  const guest = await joinEmbeddedPostgres(options);
  expect(await answers(guest)).toBe(1);
  await guest.stop();
  expect(await answers(owner)).toBe(1);
  await owner.stop();
});

it('starts the server when nobody runs it, and stops it again', async () => {
  const joined = await joinEmbeddedPostgres(options);
  expect(await answers(joined)).toBe(1);
  await joined.stop();
  expect(await findPostmaster(join(options.dataDir, 'postgres'))).toBeUndefined();
});

it('gives a server that it started to whoever works with it meanwhile', async () => {
  const joined = await joinEmbeddedPostgres(options);
  const other = withQuery(openDatabase({ connection: joined.connection }));
  await other.query('SELECT 1');
  await joined.stop();
  expect(await other.query('SELECT 1')).toHaveLength(1);
  // Whose it is to become, takes it.
  const owner = await startEmbeddedPostgres(options);
  expect(await other.query('SELECT 1')).toHaveLength(1);
  await other.close();
  await owner.stop();
  expect(await findPostmaster(join(options.dataDir, 'postgres'))).toBeUndefined();
});

it('ends as a guest a server that its owner has given up to it', async () => {
  const owner = await joinEmbeddedPostgres(options);
  const guest = await joinEmbeddedPostgres(options);
  const works = withQuery(openDatabase({ connection: guest.connection }));
  await works.query('SELECT 1');
  await owner.stop();
  expect(await works.query('SELECT 1')).toHaveLength(1);
  await works.close();
  await guest.stop();
  expect(await findPostmaster(join(options.dataDir, 'postgres'))).toBeUndefined();
});

it('lets the service start once it has ended, where the service was gone when it began', async () => {
  const command = await joinEmbeddedPostgres(options);
  let isStarted = false;
  const starting = startEmbeddedPostgres(options).then((service) => {
    isStarted = true;
    return service;
  });
  // Longer than the lock of a killed process may outlive it.
  await sleep(4_000);
  expect(isStarted).toBe(false);
  expect(await answers(command)).toBe(1);
  await command.stop();
  const service = await starting;
  expect(await answers(service)).toBe(1);
  await service.stop();
});

it('has room for the pool that the service is given, and for more beside it', async () => {
  for (const [poolSize, connections] of [
    [undefined, '60'],
    [500, '550'],
  ] as const) {
    const sized = poolSize === undefined ? {} : { poolSize };
    const owner = await startEmbeddedPostgres({ ...options, ...sized, durable: true });
    const db = withQuery(openDatabase({ connection: owner.connection }));
    expect(await db.query('SHOW max_connections')).toEqual([{ max_connections: connections }]);
    await db.close();
    await owner.stop();
  }
});
