import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveAuthSecret } from './auth-secret';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'eventide-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

test('the configured secret wins, and nothing is written', async () => {
  expect(await resolveAuthSecret({ authSecret: 'configured', dataDir })).toBe('configured');
  expect(await readdir(dataDir)).toEqual([]);
});

test('a generated secret is kept, for its owner only', async () => {
  const env = { authSecret: undefined, dataDir: join(dataDir, 'new') };
  const first = await resolveAuthSecret(env);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(await resolveAuthSecret(env)).toBe(first);
  expect((await stat(join(env.dataDir, 'auth-secret'))).mode & 0o777).toBe(0o600);
});

test('processes that start at once agree', async () => {
  const env = { authSecret: undefined, dataDir };
  const secrets = await Promise.all(Array.from({ length: 8 }, () => resolveAuthSecret(env)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['auth-secret']);
});

test('a file that was cut short is refused', async () => {
  await writeFile(join(dataDir, 'auth-secret'), 'short');
  await expect(resolveAuthSecret({ authSecret: undefined, dataDir })).rejects.toThrow(
    'at least 32 characters',
  );
});
