import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { takeTurn } from '@/server/team/service/teams';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { endsOf, makeContract, wrongsOf } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

const ENDED = '2024-06-30';
const COVERED = '2028-01-01 by Freexian';

let deps: TestDeps;
let acme: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const cycles = [{ name: '10', supportedUntil: ENDED }];
  await withCatalog(deps, [importedProduct({ name: 'Debian', cycles })]);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  acme = await makeOrganization(deps);
});
afterEach(async () => {
  expect(await wrongsOf(deps, acme)).toEqual([]);
});

const member = () => callAs(deps, acme, 'member');
const scan = (labels: Record<string, string> = {}) =>
  scanImage(deps, acme, {
    ...{ project: 'shop', image: 'app:1', labels },
    software: [{ product: 'Debian', cycle: '10', eol: ENDED }],
  });
const retired = async () => {
  const { image_tag_id: id } = await scan();
  deps.clock.advance(60_000);
  await member().retirement.retire({ id, body: {} });
  deps.clock.advance(60_000);
  return id;
};

test('what comes back, by hand or by the same scan again, is covered as contracts say by then', async () => {
  const id = await retired();
  await makeContract(deps, acme);
  await member().retirement.bringBack({ id });
  expect(await endsOf(deps, acme)).toEqual({ 'shop app Debian 10': COVERED });
  await member().retirement.retire({ id, body: {} });
  await scan();
  expect(await endsOf(deps, acme)).toEqual({ 'shop app Debian 10': COVERED });
});

test('a scan that brings one back leaves the project to whoever gives projects owners meanwhile', async () => {
  await makeContract(deps, acme);
  await retired();
  const { upload } = await deps.db.transaction(async (tx) => {
    // As whoever gives projects owners, who takes this turn first.
    await takeTurn(acme, tx);
    // Handed out in an object: the transaction would wait for it, and it waits for the transaction.
    const upload = scan({ team: 'pay' });
    upload.catch(() => null);
    const waiting =
      'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
    await expect.poll(() => tx.query(waiting), { timeout: 15_000 }).not.toEqual([]);
    const free = await tx.query(
      'SELECT id FROM project WHERE organization_id = $1 FOR NO KEY UPDATE SKIP LOCKED',
      [acme],
    );
    expect(free).toHaveLength(1);
    return { upload };
  });
  await upload;
  expect(await endsOf(deps, acme)).toEqual({ 'shop app Debian 10': COVERED });
});
