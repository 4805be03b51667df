import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { startEmbeddedPostgres } from './embedded';
import { findPostmaster } from './postmaster-file';

vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eventide-broken-off-'));
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, maxRetries: 5 }));

test('a start that is broken off ends the server that it has launched, and the next one finds all in order', async () => {
  const asked = new AbortController();
  const reason = new Error('asked to end');
  const options = { dataDir, durable: true, logger: createLogger('silent') };
  const starting = startEmbeddedPostgres({ ...options, signal: asked.signal }).then(
    () => null,
    (error: unknown) => error,
  );
  const clusterDir = join(dataDir, 'postgres');
  // As soon as it is there, and before it can have taken a connection.
  const launched = async () =>
    (await readFile(join(dataDir, 'postgres.log')).catch(() => null)) !== null;
  await vi.waitUntil(launched, { timeout: 60_000, interval: 1 });
  asked.abort(reason);
  expect(await starting).toBe(reason);
  expect(await findPostmaster(clusterDir)).toBeUndefined();
  const next = await startEmbeddedPostgres(options);
  await next.stop();
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
  expect(log).not.toContain('not properly shut down');
});

test('nothing is launched where it was broken off before', async () => {
  const reason = new Error('asked to end');
  const signal = AbortSignal.abort(reason);
  const starting = startEmbeddedPostgres({
    ...{ dataDir, durable: false, logger: createLogger('silent'), signal },
  });
  await expect(starting).rejects.toBe(reason);
  expect(await findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});
