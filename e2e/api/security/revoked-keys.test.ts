import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { ApiClient } from '../harness/api-client';
import { clientOf, mounts } from '../harness/mounts';
import { dataFolder } from '../harness/own-server';
import { commands, freePort, ServerProcess } from '../harness/server-process';
import { makeTenant } from '../harness/tenants';

const { databaseUrl, databaseOwnerUrl, authSecret } = inject('startedServers');

/** Milliseconds after which a revoked key is dead everywhere. */
const DEAD_WITHIN_MS = 100;
const CALLERS = 4;
const MAX_CALLS = 5_000;

/** A third process on the database of the other two. */
async function thirdProcess(): Promise<string> {
  const [port, folder] = [await freePort(), await dataFolder()];
  const server = await ServerProcess.launch({
    args: commands.node(),
    port,
    logFile: `${folder}/server.log`,
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_OWNER_URL: databaseOwnerUrl,
      DATA_DIR: folder,
      AUTH_SECRET: authSecret,
    },
  });
  onTestFinished(() => server.stop('SIGKILL'));
  await server.ready();
  return server.origin;
}

/** Ends every connection on which a process waits to be told of something, as a failover does. */
async function cutListening(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND pid <> pg_backend_pid()`,
    );
  } finally {
    await client.end();
  }
}

/** Checks again and again until the key is refused. Gives the starts of all checks that were answered. */
async function acceptedUntilRefused(client: ApiClient): Promise<number[]> {
  const starts: number[] = [];
  for (let calls = 0; calls < MAX_CALLS; calls += 1) {
    const startedAtMs = performance.now();
    const { status } = await check(client);
    if (status === 401) return starts;
    expect(status).toBe(200);
    starts.push(startedAtMs);
  }
  throw new Error('The key was never refused');
}

const check = (client: ApiClient) =>
  client.post('/eol/check', { component: { name: 'nodejs', version: '16' } });

it.each(['while processes are told of things', 'while nothing is told'])(
  'a revoked key is dead at once in the process that revoked it, and a moment later in two others, %s',
  { timeout: 60_000 },
  async (how) => {
    const third = await thirdProcess();
    const tenant = await makeTenant('Revoked');
    const [first, second] = mounts.map((mount) => clientOf(mount));
    if (!first || !second) throw new Error('There are two mounts');
    const admin = first.withKey(tenant.keys.admin);
    const { json } = await admin.post('/api_key', { name: 'CI', role: 'scanner' });
    const made = json as { id: string; key: string }; // held against its schema by the client
    const processes = [first, second, new ApiClient(third)].map((one) => one.withKey(made.key));
    for (const client of processes) expect((await check(client)).status).toBe(200);
    if (how === 'while nothing is told') await cutListening();
    const [own, ...others] = processes;
    if (!own) throw new Error('There are three processes');
    const checking = others.flatMap((client) =>
      Array.from({ length: CALLERS }, () => acceptedUntilRefused(client)),
    );
    const ofOwn = Array.from({ length: CALLERS }, () => acceptedUntilRefused(own));
    expect((await admin.delete(`/api_key/${made.id}`)).status).toBe(204);
    const revokedAtMs = performance.now();
    expect((await check(own)).status).toBe(401);
    const late = (starts: readonly number[], afterMs: number) =>
      starts.filter((startedAtMs) => startedAtMs > revokedAtMs + afterMs);
    for (const starts of await Promise.all(ofOwn)) expect(late(starts, 0)).toEqual([]);
    for (const starts of await Promise.all(checking))
      expect(late(starts, DEAD_WITHIN_MS)).toEqual([]);
  },
);
