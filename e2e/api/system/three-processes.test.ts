import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { makeActor, makeApiKey, makePerson, makeSession } from '@/test/accounts';
import type { AskableDeps } from '@/test/with-query';
import { startDatabaseCluster, type DatabaseCluster } from '../../database-cluster';
import { ApiClient } from '../harness/api-client';
import { depsOf, makeTenantIn } from '../harness/past-the-server';
import { commands, freePort, ServerProcess } from '../harness/server-process';

const PROCESSES = ['one', 'two', 'three'];
const AUTH_SECRET = 'a secret for the tests of three processes at once';
/** The limit of one network's failed attempts within a minute. */
const FAILED = 30;

let folder: string;
let cluster: DatabaseCluster;
let servers: ServerProcess[] = [];
let deps: AskableDeps;
const clients = () => servers.map(({ origin }) => new ApiClient(origin));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-three-'));
  cluster = await startDatabaseCluster();
  servers = await Promise.all(
    PROCESSES.map(async (name) => {
      const [port, dataDir] = [await freePort(), join(folder, name)];
      await mkdir(dataDir);
      return ServerProcess.launch({
        args: commands.node(),
        port,
        logFile: join(dataDir, 'server.log'),
        env: {
          ...cluster.main,
          DATABASE_POOL_SIZE: '4',
          DATA_DIR: dataDir,
          AUTH_SECRET,
          TRUST_PROXY: 'true',
          MAX_FAILED_CREDENTIALS: String(FAILED),
          // Somebody has an account, so that the servers do not wait for their set-up.
          ADMIN_EMAIL: 'first@example.com',
          ADMIN_PASSWORD: 'first account of three processes',
        },
      });
    }),
  );
  await Promise.all(servers.map((server) => server.ready()));
  deps = depsOf({ databaseUrl: cluster.main.DATABASE_URL, authSecret: AUTH_SECRET });
}, 180_000);

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await deps.db.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

test('failed attempts are counted for all of them together', async () => {
  const wrong = clients().map((client) =>
    client.with({ 'x-forwarded-for': '192.0.2.1' }).withKey(`evt_AAAAAAAA_${'A'.repeat(43)}`),
  );
  const statuses: number[] = [];
  for (let n = 0; n < FAILED + 9; n += 3)
    for (const client of wrong) statuses.push((await client.get('/v1/policy')).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(FAILED);
  expect(statuses.filter((status) => status === 429)).toHaveLength(9);
});

test('a key that one of them revokes is refused by all', async () => {
  const { organizationId, keys } = await makeTenantIn(deps);
  const doomed = await makeApiKey(deps, organizationId, 'viewer');
  const statuses = () =>
    Promise.all(
      clients().map(async (client) => (await client.withKey(doomed.key).get('/v1/policy')).status),
    );
  // Whatever they keep of a key, they have it by now.
  expect(await statuses()).toEqual([200, 200, 200]);
  expect(await statuses()).toEqual([200, 200, 200]);
  const [first] = clients();
  expect((await first?.withKey(keys.admin).delete(`/api_key/${doomed.id}`))?.status).toBe(204);
  await expect.poll(statuses, { timeout: 1_000, interval: 50 }).toEqual([401, 401, 401]);
});

test('a session that ends is over at all of them', async () => {
  const { organizationId } = await makeTenantIn(deps);
  const { id } = await makePerson(deps, { organizationId, role: 'viewer' });
  const { sessionId, cookie } = await makeSession(deps, id);
  const statuses = () =>
    Promise.all(
      clients().map(async (client) => (await client.with({ cookie }).get('/v1/policy')).status),
    );
  expect(await statuses()).toEqual([200, 200, 200]);
  await deps.db.query('DELETE FROM user_session WHERE id = $1', [sessionId]);
  expect(await statuses()).toEqual([401, 401, 401]);
});

test('what an organization changes of the catalog is known to all, long before they look for it', async () => {
  const { organizationId, keys } = await makeTenantIn(deps);
  const ends = () =>
    Promise.all(
      clients().map(async (client) => {
        const component = { custom: { name: 'ACME Billing', version: '3' } };
        const { json } = await client.withKey(keys.scanner).post('/eol/check', { component });
        return JSON.stringify(json).includes('2027-03-03');
      }),
    );
  expect(await ends()).toEqual([false, false, false]);
  const product = starterProduct.parse({
    slug: 'billing',
    name: 'ACME Billing',
    category: 'service',
    cycles: [{ name: '3', supportedUntil: '2027-03-03' }],
  });
  // As a fourth process.
  await saveOwnProduct(deps, await makeActor(deps, organizationId), { product, reason: 'ours' });
  await expect.poll(ends, { timeout: 5_000 }).toEqual([true, true, true]);
});

test('each job is done by one of them at a time', async () => {
  const held = await deps.db.query<{ names: number; sessions: number }>(
    `SELECT count(DISTINCT l.objid)::int AS names, count(*)::int AS sessions
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'eventide_locks'`,
  );
  expect(held[0]?.names).toBe(held[0]?.sessions);
});
