import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { followRetirements } from '@/server/retirement/service/round';
import { makeOrganization, makePerson } from '@/test/accounts';
import { callAs, callAsMember } from '@/test/callers';
import { withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { makePolicy, runImages, scanImage } from '@/test/factories';
import { ASKED } from '@/test/waivers';
import { NODE, nodeUntil } from '@/test/rematching';
import { recordStatements } from '@/test/recordings';
import { forgetOldChanges } from './jobs';
import { deleteOldChanges } from './repository';

let deps: TestDeps;
let organization: OrganizationId;
let other: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  [organization, other] = [await makeOrganization(deps), await makeOrganization(deps)];
});

const NEWEST = { sort: 'latestScan', direction: 'desc', page: 1, size: 25 } as const;
const versionOf = async (id: OrganizationId) => (await callAs(deps, id).change.version()).version;
const calls = () => callAs(deps, organization, 'admin');
const scan = (image: string) => scanImage(deps, organization, { image });

/** Does something, and sees that the organization's version moves by it, and nobody else's. */
async function moves(work: () => Promise<unknown>): Promise<void> {
  const before = [await versionOf(organization), await versionOf(other)];
  await work();
  expect(await versionOf(organization)).not.toBe(before[0]);
  expect(await versionOf(other)).toBe(before[1]);
}

/** Transactions of other tests' databases in the same cluster keep rows from being of the past: waits for their ends. */
async function untilPast(): Promise<void> {
  const [now] = await deps.db.query<{ next: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
  );
  const isPast = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS yes';
  await expect
    .poll(() => deps.db.query(isPast, [now?.next]), { timeout: 30_000 })
    .toEqual([{ yes: true }]);
}

test('stays the same while nothing happens, and while much does elsewhere', async () => {
  await scan('a:1');
  const before = await versionOf(organization);
  deps.clock.advance(60_000);
  await calls().image.listForDashboard(NEWEST);
  await scanImage(deps, other, { image: 'a:1' });
  expect(await versionOf(organization)).toBe(before);
});

test('moves with uploads, the same again too, and with one that is refused', async () => {
  await moves(() => scan('a:1'));
  await moves(() => scan('a:1'));
  await moves(() =>
    deps.db.query(
      `INSERT INTO refused_upload (organization_id, id, refused_at, path, caller_kind, caller_id, caller_name,
                                   remote_address, request_id, status, faults)
       SELECT $1, $1, now(), '/v2/scan', 'api_key', $1, 'CI', '192.0.2.1', 'request', 400, '[]'`,
      [organization],
    ),
  );
});

test('moves with what somebody decides', async () => {
  const { image_tag_id: id } = await scan('a:1');
  const owner = await makePerson(deps, { organizationId: organization, role: 'admin' });
  await moves(() => makePolicy(deps, organization, { denyDays: 0 }));
  await moves(() => callAsMember(deps, organization, owner).waiver.ask({ body: ASKED }));
  await moves(() => calls().retirement.retire({ id, body: {} }));
  await moves(() => calls().retirement.bringBack({ id }));
  await moves(() => calls().image.delete({ id }));
});

test('moves with what happens by itself: a rule, the catalog, a cluster, midnight', async () => {
  await scanImage(deps, organization, { image: 'a:1', packages: [NODE] });
  await moves(() => runImages(deps, organization, ['b:1']));
  await moves(async () => {
    await withCatalog(deps, [nodeUntil('2023-09-11')]);
    await rematchOrganization(deps, organization);
  });
  await moves(() => withCatalog(deps, [nodeUntil('2024-09-11')]));
  const before = await versionOf(organization);
  deps.clock.advance(100 * 86_400_000);
  const [later, elsewhere] = [await versionOf(organization), await versionOf(other)];
  expect(later).not.toBe(before);
  await followRetirements(deps, new AbortController().signal);
  expect(await versionOf(organization)).not.toBe(later);
  expect(await versionOf(other)).toBe(elsewhere);
});

test('moves with a transaction that ends after one that began later', async () => {
  const { image_tag_id: first } = await scan('a:1');
  const { image_tag_id: second } = await scan('b:1');
  const touch =
    'UPDATE image_tag SET verified = NOT verified WHERE organization_id = $1 AND id = $2';
  const [early, late] = [await deps.db.pool.connect(), await deps.db.pool.connect()];
  try {
    await early.query('BEGIN');
    await early.query(touch, [organization, first]);
    const seen = [await versionOf(organization)];
    await late.query(touch, [organization, second]);
    seen.push(await versionOf(organization));
    await early.query('COMMIT');
    seen.push(await versionOf(organization));
    expect(new Set(seen).size).toBe(3);
  } finally {
    early.release();
    late.release();
  }
});

test('what is forgotten moves nothing, and what another cluster counted is forgotten', async () => {
  for (const image of ['a:1', 'b:1', 'c:1']) await scan(image);
  await untilPast();
  const before = await versionOf(organization);
  expect(await deleteOldChanges(organization, deps.db)).toBeGreaterThan(1);
  expect(await versionOf(organization)).toBe(before);
  const count = 'SELECT FROM organization_change WHERE organization_id = $1';
  expect(await deps.db.query(count, [organization])).toHaveLength(1);

  await deps.db.query('INSERT INTO organization_change VALUES ($1, 9000000000000)', [organization]);
  expect(await deleteOldChanges(organization, deps.db)).toBe(1);
  expect(await versionOf(organization)).toBe(before);
});

test('an organization whose old changes stay keeps no other from its turn', async () => {
  for (const image of ['a:1', 'b:1']) {
    await scan(image);
    await scanImage(deps, other, { image });
  }
  await untilPast();
  const behind = async () => {
    const many = 'SELECT FROM organization_change GROUP BY organization_id HAVING count(*) > 1';
    return (await deps.db.query(many)).length;
  };
  expect(await behind()).toBeGreaterThan(1);
  let failures = 0;
  recordStatements(deps.db, (text) => {
    if (!/DELETE FROM organization_change/.test(text) || failures > 0) return null;
    failures += 1;
    return Promise.reject(new Error('They cannot be deleted'));
  });
  const { signal } = new AbortController();
  expect(await forgetOldChanges(deps, signal)).toEqual({ failed: 1 });
  expect(await behind()).toBe(1);
  expect(await forgetOldChanges(deps, signal)).toEqual({ failed: 0 });
  expect(await behind()).toBe(0);
});

test('looks at the newest alone, however many there are', async () => {
  for (let scans = 0; scans < 20; scans += 1) await scan('a:1');
  await untilPast();
  const looked = await mostLookedAt(deps, (all) => callAs(all, organization).change.version());
  expect(looked).toBeLessThan(3);
});
