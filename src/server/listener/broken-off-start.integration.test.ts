import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabaseAddress } from '@/test/database';

let address: TestDatabaseAddress;
beforeAll(async () => {
  address = await createTestDatabase();
});
afterAll(() => address.drop());

const lineOf = (text: string): unknown => JSON.parse(text);

/** As Prisma's command line and every process take it before they migrate. */
const MIGRATION_LOCK = 72_707_369;

test('a process that is asked to end while it waits for another to migrate ends in order, and at once', async () => {
  const holder = new pg.Client({ connectionString: address.connectionString });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/listener/main.ts'], {
    env: {
      ...{ PATH, HOME, TMPDIR, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '1' },
      ...{ DATABASE_URL: address.connectionString, AUTH_SECRET: 'x'.repeat(40) },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  try {
    const waiting = 'waiting for another process that brings the database up to date';
    await expect.poll(() => said, { timeout: 90_000, interval: 100 }).toContain(waiting);
    const begun = performance.now();
    child.kill('SIGTERM');
    const tooLate = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearTimeout(tooLate);
    expect(code).toBe(0);
    expect(said.trim().split('\n').map(lineOf)).toMatchObject([
      { level: 'info', msg: waiting },
      { level: 'info', msg: 'stopping: the start is broken off' },
    ]);
    expect(performance.now() - begun).toBeLessThan(10_000);
  } finally {
    child.kill('SIGKILL');
    await holder.end();
  }
}, 150_000);
