import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { ADDING_UP } from '@/server/holding/service';
import { makeActor, makeApiKey, makePerson, makeSession } from '@/test/accounts';
import type { AskableDeps } from '@/test/with-query';
import { startDatabaseCluster, type DatabaseCluster } from '../../database-cluster';
import { ApiClient } from '../harness/api-client';
import { type DatabaseWay, openDatabaseWay } from '../harness/database-way';
import { sendHttp } from '../harness/http';
import { depsOf, makeTenantIn } from '../harness/past-the-server';
import { commands, freePort, ServerProcess } from '../harness/server-process';

const PROCESSES = ['one', 'two', 'three'];
const AUTH_SECRET = 'a secret for the tests of three processes at once';
/** The limit of one network's failed attempts within a minute. */
const FAILED = 30;
const METRICS_TOKEN = 'a-token-for-three-processes';

let folder: string;
let cluster: DatabaseCluster;
let servers: ServerProcess[] = [];
/** Of each of them, in the same order. */
let ways: DatabaseWay[] = [];
let deps: AskableDeps;
const clients = () => servers.map(({ origin }) => new ApiClient(origin));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventide-three-'));
  cluster = await startDatabaseCluster();
  const database = cluster.main.DATABASE_URL;
  ways = await Promise.all(PROCESSES.map(() => openDatabaseWay(database)));
  servers = await Promise.all(
    PROCESSES.map(async (name, at) => {
      const [port, dataDir] = [await freePort(), join(folder, name)];
      await mkdir(dataDir);
      return ServerProcess.launch({
        args: commands.node(),
        port,
        logFile: join(dataDir, 'server.log'),
        env: {
          ...cluster.main,
          DATABASE_URL: ways[at]?.address ?? database,
          DATABASE_POOL_SIZE: '4',
          METRICS_TOKEN,
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
  for (const way of ways) way.close();
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

/** A job that each process begins every five seconds, with or without something to do, and the table that it reads first. */
const JOB = { name: ADDING_UP, everyMs: 5_000, table: 'holding_change' };

/** Which processes have a session of those that are found. */
const processesOf = (found: readonly { pid: number }[]) =>
  PROCESSES.filter((_, at) => found.some(({ pid }) => ways[at]?.has(pid)));

/** Which processes hold the lock of the job. */
const holders = async () =>
  processesOf(
    await deps.db.query<{ pid: number }>(
      `SELECT pid FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 1
          AND (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`,
      [JOB.name],
    ),
  );

/** Which processes are at the job: they wait for its table. One that was killed is still waited for by the database. */
const workers = async () =>
  processesOf(
    await deps.db.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%${JOB.table}%'
          AND pid <> pg_backend_pid()`,
    ),
  );

/** How often the processes that run have done the job. */
async function runs(): Promise<number> {
  const said = await Promise.all(
    servers
      .filter(({ isRunning }) => isRunning)
      .map(({ origin }) => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        return sendHttp(origin, { method: 'GET', target: '/metrics', headers });
      }),
  );
  const line = new RegExp(
    `^eventide_job_runs_total\\{name="${JOB.name}",outcome="done"\\} (\\d+)`,
    'm',
  );
  return said.reduce((sum, { text }) => sum + Number(line.exec(text)?.[1] ?? 0), 0);
}

// The last one: it leaves two of them.
test(
  'a job is done by one of them at a time, and by another once that one is killed',
  { timeout: 90_000 },
  async () => {
    await expect.poll(runs, { timeout: 3 * JOB.everyMs }).toBeGreaterThan(0);
    const owner = new pg.Client({ connectionString: cluster.main.DATABASE_OWNER_URL });
    await owner.connect();
    onTestFinished(() => owner.end());
    // Whoever begins the job does not come to its end.
    await owner.query(`BEGIN; LOCK TABLE ${JOB.table}`);
    await expect.poll(workers, { timeout: 2 * JOB.everyMs }).toHaveLength(1);
    const [first = ''] = await workers();
    const before = await runs();
    // The others would have begun it twice.
    await sleep(2 * JOB.everyMs + 1_000);
    expect(await workers()).toEqual([first]);
    expect(await holders()).toEqual([first]);
    expect(await runs()).toBe(before);

    await servers[PROCESSES.indexOf(first)]?.stop('SIGKILL');
    await expect.poll(holders, { timeout: JOB.everyMs + 2_000 }).not.toEqual([first]);
    await expect.poll(holders, { timeout: JOB.everyMs + 2_000 }).toHaveLength(1);
    const [second = ''] = await holders();
    expect(second).not.toBe(first);
    await expect
      .poll(workers, { timeout: 2_000 })
      .toEqual(PROCESSES.filter((name) => [first, second].includes(name)));
    const left = await runs();
    await owner.query('COMMIT');
    await expect.poll(runs, { timeout: 2 * JOB.everyMs }).toBeGreaterThan(left);
  },
);
