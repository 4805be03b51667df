import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coverImages, coverOwned } from '@/server/coverage/service';
import { createKeeping } from '@/server/contract/jobs';
import { deleteImage, hideLockedImages } from '@/server/image/service';
import { shareMatching } from '@/server/inventory/repository/matching';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import {
  applyOwnerRulesAgain,
  setProjectOwner,
  shareOwnerRules,
} from '@/server/team/service/owners';
import { saveRules } from '@/server/team/service/rules';
import { createTeam } from '@/server/team/service/teams';
import { makeActor, makeOrganization } from '@/test/accounts';
import { aheadOf } from '@/test/ahead-of';
import { importedProduct, withCatalog } from '@/test/catalog';
import { dayOf, endsOf, makeContract, wrongsOf } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { findOrganizationsWithContracts } from './repository/contracts';
import { changeContract } from './service/contracts';

const ENDED = '2024-06-30';
const COVERED = '2028-01-01 by Freexian';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let deps: TestDeps;
let acme: OrganizationId;
let payments: string;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const cycles = [{ name: '10', supportedUntil: ENDED }];
  await withCatalog(deps, [importedProduct({ name: 'Debian', cycles })]);
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  acme = await makeOrganization(deps);
  const fields = { name: 'Payments', email: null, link: null, handles: [] };
  payments = (await createTeam(deps, await admin(), fields)).id;
  await makeContract(deps, acme, { scope: 'team', teamId: payments });
});
afterEach(async () => {
  expect(await wrongsOf(deps, acme)).toEqual([]);
});

const admin = () => makeActor(deps, acme, 'admin');
const scan = (image: string, labels: Record<string, string> = {}) =>
  scanImage(deps, acme, {
    ...{ project: 'shop', image, labels },
    software: [{ product: 'Debian', cycle: '10', eol: ENDED }],
  });
const ruleOf = async (pattern: string) =>
  saveRules(deps, await admin(), [
    { kind: 'label', label: 'team', value: pattern, team_id: payments },
  ]);

test('an upload that gives its project another owner waits for none of its other images, and covers them', async () => {
  await ruleOf('pay');
  await scan('app:1');
  const { image_tag_id: other, project_id: shop } = await scan('app:2');
  const owner = async () =>
    (await deps.db.of(acme).project.findFirst({ where: { id: shop } }))?.ownerTeamId;
  let upload: Promise<unknown> = Promise.resolve();
  // In the middle of an upload of the other image, which has it locked and covers it at its end.
  await deps.db.transaction(async (tx) => {
    await tx.of(acme).imageTag.updateMany({ where: { id: other }, data: { verified: true } });
    upload = scan('app:1', { team: 'pay' });
    await expect.poll(owner, { timeout: 20_000 }).toBe(payments);
    await coverImages(acme, tx, [other]);
  });
  await upload;
  expect(await endsOf(deps, acme)).toEqual({
    'shop app Debian 10': COVERED,
  });
}, 60_000);

test('rules, and owners set by hand, cover what the team owns then', async () => {
  const { project_id: shop } = await scan('app:1', { team: 'pay' });
  await ruleOf('pay');
  expect(Object.values(await endsOf(deps, acme))).toEqual([COVERED]);
  await ruleOf('other');
  expect(Object.values(await endsOf(deps, acme))).toEqual([ENDED]);
  await setProjectOwner(deps, await admin(), shop, payments);
  expect(Object.values(await endsOf(deps, acme))).toEqual([COVERED]);
  await setProjectOwner(deps, await admin(), shop, null);
  expect(Object.values(await endsOf(deps, acme))).toEqual([ENDED]);
});

/** Has the label `team` say whose a project is: `pay` or `bill`. Gives the team of the latter. */
async function ownedByLabels(): Promise<string> {
  const fields = { name: 'Billing', email: null, link: null, handles: [] };
  const billing = (await createTeam(deps, await admin(), fields)).id;
  await saveRules(deps, await admin(), [
    { kind: 'label', label: 'team', value: 'pay', team_id: payments },
    { kind: 'label', label: 'team', value: 'bill', team_id: billing },
  ]);
  return billing;
}

test('an image that is deleted takes along what its labels said of the owner, and what that covers', async () => {
  const billing = await ownedByLabels();
  const { image_tag_id: first, project_id: shop } = await scan('app:1', { team: 'pay' });
  const { image_tag_id: second } = await scan('bill:1', { team: 'bill' });
  expect(Object.values(await endsOf(deps, acme))).toEqual([COVERED, COVERED]);
  const remove = async (id: string) => deleteImage(deps, await admin(), id);
  const owner = async () =>
    (await deps.db.of(acme).project.findFirst({ where: { id: shop } }))?.ownerTeamId;
  await remove(first);
  expect(await owner()).toBe(billing);
  expect(Object.values(await endsOf(deps, acme))).toEqual([ENDED]);
  await remove(second);
  expect(await owner()).toBeNull();
  // By hand it is whose somebody says, whatever its images are.
  const { image_tag_id: third } = await scan('app:3', { team: 'bill' });
  await setProjectOwner(deps, await admin(), shop, payments);
  await remove(third);
  expect(await owner()).toBe(payments);
});

test('images of one project that are deleted at once leave the owner that the rules say', async () => {
  await ruleOf('pay');
  const { image_tag_id: first, project_id: shop } = await scan('app:1', { team: 'pay' });
  const { image_tag_id: second } = await scan('app:2', { team: 'pay' });
  const actor = await admin();
  const ofFirst =
    'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  let other: Promise<unknown> = Promise.resolve();
  // In the middle of a deletion of the first image, to which the second one's labels still count.
  await deps.db.transaction(async (tx) => {
    await shareOwnerRules(acme, tx);
    await hideLockedImages(acme, tx, [first], deps.clock.now());
    expect(await applyOwnerRulesAgain(acme, tx, [shop])).toBe(false);
    other = deleteImage(deps, actor, second);
    await expect.poll(() => tx.query(ofFirst), { timeout: 15_000 }).not.toHaveLength(0);
  });
  await other;
  const project = await deps.db.of(acme).project.findFirst({ where: { id: shop } });
  expect(project?.ownerTeamId).toBeNull();
});

test('an image that is deleted while another one gets labels leaves the owner that those say', async () => {
  const billing = await ownedByLabels();
  const { image_tag_id: first, project_id: shop } = await scan('app:1', { team: 'pay' });
  await scan('bill:1');
  await aheadOf(
    deps.db,
    async (tx) => {
      await shareOwnerRules(acme, tx);
      await hideLockedImages(acme, tx, [first], deps.clock.now());
      expect(await applyOwnerRulesAgain(acme, tx, [shop])).toBe(true);
    },
    () => scan('bill:1', { team: 'bill' }),
  );
  const project = await deps.db.of(acme).project.findFirst({ where: { id: shop } });
  expect(project?.ownerTeamId).toBe(billing);
  // As those who hear of the owner's change do after the deletion.
  await coverOwned(deps, acme, [shop]);
});

describe('an upload with other labels, while one of a new image of its project is under way', () => {
  const bothHold = (project: string, image: string, labels: Record<string, string>) =>
    scanImage(deps, acme, {
      ...{ project, image, labels },
      software: [{ product: 'Debian', cycle: '11', eol: '2026-08-31' }],
    });
  // As the upload of a new image does, before it writes anything.
  const keeping = (shop: string) => async (tx: { query: typeof deps.db.query }) => {
    await tx.query('SELECT FROM project WHERE id = $1 FOR SHARE', [shop]);
  };

  test('waits for nobody where no rule looks at them, as at those of its commit', async () => {
    await ownedByLabels();
    const { project_id: shop } = await scan('app:1', { team: 'pay', revision: 'a' });
    await deps.db.transaction(async (tx) => {
      await keeping(shop)(tx);
      await bothHold('shop', 'app:1', { team: 'pay', revision: 'b' });
    });
  });

  test('waits with nothing written that both bring', async () => {
    const billing = await ownedByLabels();
    const { project_id: shop } = await scan('app:1', { team: 'pay' });
    await aheadOf(
      deps.db,
      keeping(shop),
      () => bothHold('shop', 'app:1', { team: 'bill' }),
      () => bothHold('till', 'app:1', {}),
    );
    const project = await deps.db.of(acme).project.findFirst({ where: { id: shop } });
    expect(project?.ownerTeamId).toBe(billing);
    await coverOwned(deps, acme, [shop]);
  });
});

test('the job looks at all that is covered when what decides on it has changed, and once an hour', async () => {
  const { project_id: shop } = await scan('app:1');
  const round = createKeeping(deps);
  const look = () => round(new AbortController().signal);
  await look();
  const setOwner = (teamId: string | null) =>
    deps.db.of(acme).project.updateMany({
      where: { id: shop },
      data: { ownerTeamId: teamId, ownerRuleId: null },
    });
  // As a process leaves it that ends between the owner and what follows.
  await setOwner(payments);
  expect(await wrongsOf(deps, acme)).not.toEqual([]);
  await look();
  expect(await wrongsOf(deps, acme)).toEqual([]);
  await look();
  // What no change of these tells, the next hour finds.
  await deps.db.query(
    `UPDATE finding f SET software_id = s.upstream_id FROM software s
      WHERE f.organization_id = $1 AND s.id = f.software_id AND s.upstream_id IS NOT NULL`,
    [acme],
  );
  await look();
  expect(await wrongsOf(deps, acme)).not.toEqual([]);
  deps.clock.advance(HOUR_MS);
  await look();
});

test('the job looks again when the clock was set back a day', async () => {
  const { project_id: shop } = await scan('app:1');
  await setProjectOwner(deps, await admin(), shop, payments);
  const round = createKeeping(deps);
  const look = () => round(new AbortController().signal);
  await look();
  await deps.db.query(
    `UPDATE finding f SET software_id = s.upstream_id FROM software s
      WHERE f.organization_id = $1 AND s.id = f.software_id AND s.upstream_id IS NOT NULL`,
    [acme],
  );
  await look();
  expect(await wrongsOf(deps, acme)).not.toEqual([]);
  deps.clock.advance(-DAY_MS);
  await look();
});

test('what changes after the clock was set back a day is seen as any other change', async () => {
  const state = async () => {
    const all = await findOrganizationsWithContracts(deps.db, dayOf('2026-11-21'));
    return all.find(({ organizationId }) => organizationId === acme)?.state;
  };
  const changed = await makeContract(deps, acme);
  await makeContract(deps, acme);
  const before = await state();
  deps.clock.advance(-DAY_MS);
  await deps.db.query('UPDATE contract SET updated_at = $2 WHERE id = $1', [
    changed,
    deps.clock.now(),
  ]);
  const after = await state();
  expect(after).not.toBe(before);
  // The id of a revision begins with the time.
  const id = '00000000-0000-7000-8000-000000000001';
  await deps.db.query(
    `INSERT INTO catalog_revision (id, number, source, trigger, started_at, outcome, detail)
     SELECT $1, max(number) + 1, 'test', 'command', $2, 'imported', '{}' FROM catalog_revision`,
    [id, deps.clock.now()],
  );
  expect(await state()).not.toBe(after);
  await deps.db.query('DELETE FROM catalog_revision WHERE id = $1', [id]);
});

test('another note of a contract waits for no upload', async () => {
  const id = await makeContract(deps, acme, { startsOn: dayOf('2026-01-01') });
  const actor = await admin();
  await deps.db.transaction(async (tx) => {
    await shareMatching(acme, tx);
    const change = { note: 'By phone', noticeDays: 10 };
    const done = changeContract(deps, actor, id, change).then(() => 'changed');
    expect(await Promise.race([done, sleep(5_000, 'still waiting')])).toBe('changed');
  });
  const [row] = await deps.db.of(acme).contract.findMany({ where: { id } });
  expect(row).toMatchObject({ note: 'By phone', noticeDays: 10, hasBegun: true });
});
