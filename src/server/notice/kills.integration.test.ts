import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeApiKey, makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { hearing, saidIn } from '@/test/messages';

const NOW = '2026-12-02T12:00:00Z';
const ORGANIZATIONS = 60;
const KILLS = 8;

let deps: TestDeps;
const children = new Set<ChildProcess>();
let log = '';

/** A process that looks around once, when it starts. */
async function startProcess(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('../../test/telling-process.ts', import.meta.url));
  const { connectionString = '' } = deps.db.pool.options;
  const child = spawn(process.execPath, ['--import', 'tsx', script, connectionString, NOW]);
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  children.add(child);
  await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(async () => {
  await Promise.all([...children].map((child) => end(child, 'SIGKILL')));
  await deps.db.close();
});

/** Locks the channels of an organization: who says something to them is held up when it is written and not committed. */
async function heldChannels(organization: OrganizationId | undefined, work: () => Promise<void>) {
  await deps.db.transaction(async (tx) => {
    const channels = tx.sql.selectFrom('channel').select('id');
    await channels
      .where('organizationId', '=', organization ?? '')
      .forUpdate()
      .execute();
    await work();
  });
}

/** How many wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await deps.db.pool.query<{ count: number }>(`
    SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows[0]?.count ?? 0;
}

async function withNews(): Promise<OrganizationId> {
  const organization = await makeOrganization(deps);
  await hearing(deps, organization, 'support.ends', 'key.expiring');
  await makeApiKey(deps, organization, 'scanner', new Date('2026-12-05T00:00:00Z'));
  const software = [{ product: 'Redis', cycle: '6', eol: '2026-12-20' }];
  await scanImage(deps, organization, { image: 'api:1', software });
  return organization;
}

test('two processes that are killed while they look around leave nothing out and say nothing twice', async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  const organizations: OrganizationId[] = [];
  for (let count = 0; count < ORGANIZATIONS; count += 1) organizations.push(await withNews());
  const countOf = async (table: 'message' | 'delivery') => {
    const rows = await deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table}`,
    );
    return rows[0]?.count;
  };
  const told = () => countOf('message');

  for (let kill = 1; kill <= KILLS; kill += 1) {
    // They go through the organizations from the oldest on: all before this one are told, and this one is in the middle.
    const stuck = organizations[kill * 6];
    await heldChannels(stuck, async () => {
      const [one, two] = await Promise.all([startProcess(), startProcess()]);
      await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(2);
      await Promise.all([end(one, 'SIGKILL'), end(two, 'SIGKILL')]);
    });
    await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(0);
    expect(await told()).toBe(2 * 6 * kill);
  }

  const last = await startProcess();
  await expect.poll(told, { timeout: 60_000, interval: 50 }).toBe(2 * ORGANIZATIONS);
  await end(last, 'SIGTERM');
  const again = await startProcess();
  await end(again, 'SIGTERM');
  for (const organization of organizations) {
    const said = (await saidIn(deps, organization)).map(({ title }) => title).toSorted();
    expect(said).toEqual([
      'Redis 6 ends on 20 December 2026',
      'The API key CI expires on 5 December 2026',
    ]);
  }
  expect(await countOf('delivery')).toBe(2 * ORGANIZATIONS);
  expect(log).not.toMatch(/"level":(?:50|60)/);
}, 180_000);
