import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';

/** What a day is, and of what the pages as of one tell: the nearest mistakes that one can make. */

let deps: TestDeps;
let organization: OrganizationId;

const calls = (role: 'viewer' | 'admin' = 'viewer') => callAs(deps, organization, role);
const at = (instant: string) => deps.clock.set(instant);
/** Redis of the catalog, with the ends of two of its cycles. */
const redis = (six: string, seven: string) =>
  importedProduct({
    name: 'Redis',
    cycles: [
      { name: '7', releasedOn: '2022-05-01', supportedUntil: seven },
      { name: '6', releasedOn: '2020-05-01', supportedUntil: six },
    ],
  });
const scan = (image: string, cycles: readonly string[], project = 'shop') =>
  scanImage(deps, organization, {
    ...{ image, project },
    software: cycles.map((cycle) => ({ product: 'Redis', cycle, eol: '2020-01-01' })),
  });

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  at('2026-03-01T12:00:00Z');
  await withCatalog(deps, [redis('2026-06-30', '2027-06-30')]);
  organization = await makeOrganization(deps);
});

it('what comes or goes at midnight does so on the day that begins', async () => {
  at('2026-04-01T00:00:00Z');
  const { image_tag_id: imageTagId, project_id: projectId } = await scan('a:1', ['6']);
  at('2026-05-01T00:00:00Z');
  await scan('a:1', []);
  at('2026-07-01T12:00:00Z');
  const seen = async (asOf: string) => {
    const { image, project, timeline, software } = calls();
    const { fate, findings } = await image.getPast({ imageTagId, asOf });
    const { images } = await project.getPast({ projectId, asOf });
    const { total } = await timeline.list({ asOf });
    return [fate, findings.length, images, total, (await software.list({ as_of: asOf })).total];
  };
  expect(await seen('2026-03-31')).toEqual(['not-scanned', 0, 0, 0, 0]);
  expect(await seen('2026-04-01')).toEqual(['counted', 1, 1, 1, 1]);
  expect(await seen('2026-04-30')).toEqual(['counted', 1, 1, 1, 1]);
  expect(await seen('2026-05-01')).toEqual(['counted', 0, 1, 0, 0]);
});

it('what is retired or deleted at midnight was there on the day before', async () => {
  const retired = await scan('a:1', ['6']);
  const deleted = await scan('b:1', ['6']);
  at('2026-05-01T00:00:00Z');
  const admin = calls('admin');
  await admin.retirement.retire({ id: retired.image_tag_id, body: {} });
  await admin.image.delete({ id: deleted.image_tag_id });
  at('2026-07-01T12:00:00Z');
  const seen = async (asOf: string) => {
    const { image, project } = calls();
    const fates = [retired, deleted].map(async ({ image_tag_id: imageTagId }) => {
      const { fate, findings } = await image.getPast({ imageTagId, asOf });
      return [fate, findings.length];
    });
    const { images } = await project.getPast({ projectId: retired.project_id, asOf });
    return [...(await Promise.all(fates)), images];
  };
  expect(await seen('2026-04-30')).toEqual([['counted', 1], ['counted', 1], 2]);
  expect(await seen('2026-05-01')).toEqual([['retired', 0], ['deleted', 0], 0]);
});

it('policies judge an image by the day that is asked for, not by today', async () => {
  await makePolicy(deps, organization, { warnDays: 30, denyDays: 0 });
  const { image_tag_id: imageTagId } = await scan('a:1', ['6']);
  at('2026-07-15T12:00:00Z');
  const judged = async (asOf: string) => {
    const { action, findings } = await calls().image.getPast({ imageTagId, asOf });
    return [action, findings[0]?.policy.action];
  };
  expect(await judged('2026-05-30')).toEqual(['ALLOW', 'ALLOW']);
  expect(await judged('2026-05-31')).toEqual(['WARN', 'WARN']);
  expect(await judged('2026-06-29')).toEqual(['WARN', 'WARN']);
  expect(await judged('2026-06-30')).toEqual(['DENY', 'DENY']);
});

it('a project tells of what its own images held, and the timeline of the project that is asked for', async () => {
  const shop = await scan('a:1', ['6', '7']);
  const till = await scan('b:1', ['6'], 'till');
  at('2026-07-15T12:00:00Z');
  const asOf = '2026-04-30';
  const { project, timeline } = calls();
  const statesIn = async (projectId: string) => (await project.getPast({ projectId, asOf })).states;
  expect(await statesIn(shop.project_id)).toMatchObject({ soon: 1, later: 1 });
  expect(await statesIn(till.project_id)).toMatchObject({ soon: 1, later: 0 });
  const cyclesIn = async (projectId: string) =>
    (await timeline.list({ asOf, projectId })).lines.flatMap(({ items }) =>
      items.map(({ cycle }) => cycle),
    );
  expect(await cyclesIn(shop.project_id)).toEqual(['6', '7']);
  expect(await cyclesIn(till.project_id)).toEqual(['6']);
  const counted = await timeline.images({
    asOf,
    productNames: ['Redis'],
    projectId: till.project_id,
  });
  expect(counted.lines).toEqual([{ productName: 'Redis', images: 1 }]);
  const top = await timeline.top({ asOf, projectId: till.project_id, limit: 5 });
  expect(top.lines).toMatchObject([{ cycles: 1, images: 1 }]);
});

it('the other cycles of a product end as was known then, too', async () => {
  await scan('a:1', ['6', '7']);
  at('2026-05-01T12:00:00Z');
  await withCatalog(deps, [redis('2026-09-30', '2028-01-31')]);
  at('2026-07-15T12:00:00Z');
  const { items } = await calls().software.listForDashboard({ productName: 'Redis' });
  const softwareId = items.find(({ cycle }) => cycle === '6')?.id ?? '';
  const endsOf = async (asOf: string) =>
    (await calls().software.getPast({ softwareId, asOf })).lifecycle.map(({ name, endsOn }) => [
      name,
      endsOn,
    ]);
  expect(await endsOf('2026-04-30')).toEqual([
    ['7', '2027-06-30'],
    ['6', '2026-06-30'],
  ]);
  expect(await endsOf('2026-05-01')).toEqual([
    ['7', '2028-01-31'],
    ['6', '2026-09-30'],
  ]);
});

it('a contract for one of two projects makes no second cycle of days before it began', async () => {
  const { project_id: projectId } = await scan('a:1', ['6']);
  await scan('b:1', ['6'], 'till');
  at('2026-05-01T12:00:00Z');
  await calls('admin').contract.create({
    body: {
      ...{ vendor: 'Vendor', scope: 'project' as const, project_id: projectId },
      software: [{ product_name: 'Redis', cycle: '6' }],
      ...{ starts_on: '2026-05-01', ends_on: '2029-01-01' },
    },
  });
  at('2026-07-15T12:00:00Z');
  const counted = async (asOf?: string) => {
    const { cycles, states } = await calls().timeline.list({ asOf });
    return [cycles, states];
  };
  expect(await counted('2026-04-30')).toEqual([1, expect.objectContaining({ soon: 1, later: 0 })]);
  expect(await counted()).toEqual([2, expect.objectContaining({ ended: 1, later: 1 })]);
});

it('refuses a day of which nothing is kept any more, and tells of the first one that is', async () => {
  const { image_tag_id: imageTagId, project_id: projectId } = await scan('a:1', ['6']);
  at('2026-07-15T12:00:00Z');
  await deps.db.query(
    `INSERT INTO retention_rules (organization_id, history_days, history_from)
     VALUES ($1, 90, '2026-04-15T00:00:00Z')`,
    [organization],
  );
  const { image, project, timeline } = calls();
  const asked = (asOf: string) => [
    image.getPast({ imageTagId, asOf }),
    project.getPast({ projectId, asOf }),
    timeline.list({ asOf }),
  ];
  expect(await Promise.allSettled(asked('2026-04-13'))).toMatchObject(
    Array.from({ length: 3 }, () => ({
      ...{ status: 'rejected', reason: { code: 'UNPROCESSABLE_CONTENT' } },
    })),
  );
  expect(await Promise.allSettled(asked('2026-04-15'))).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 'fulfilled' })),
  );
});
