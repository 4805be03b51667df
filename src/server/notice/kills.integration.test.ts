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
    const rows = deps.db.sql
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'));
    return (await rows.executeTakeFirstOrThrow()).count;
  };
  const told = () => countOf('message');

  let killedAt = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    const before = await told();
    // Now one or both are in the middle of it, unless all is said.
    await expect
      .poll(told, { timeout: 20_000, interval: 2 })
      .toBeGreaterThanOrEqual(Math.min(before + 3, 2 * ORGANIZATIONS));
    await Promise.all([end(one, 'SIGKILL'), end(two, 'SIGKILL')]);
    if ((await told()) < 2 * ORGANIZATIONS) killedAt += 1;
  }
  expect(killedAt).toBeGreaterThan(0);

  const last = await startProcess();
  await expect.poll(told, { timeout: 60_000, interval: 50 }).toBe(2 * ORGANIZATIONS);
  await end(last, 'SIGTERM');
  const again = await startProcess();
  await end(again, 'SIGTERM');
  for (const organization of organizations) {
    const said = (await saidIn(deps, organization)).map(({ title }) => title).toSorted();
    expect(said).toEqual(['Redis 6 ends in 18 days', 'The API key CI expires in 3 days']);
  }
  expect(await countOf('delivery')).toBe(2 * ORGANIZATIONS);
  expect(log).not.toMatch(/"level":(?:50|60)/);
}, 180_000);
