import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';

let db: TestDatabase;
let deps: TestDeps;

beforeAll(async () => {
  db = await testDatabase();
  deps = testDeps(db);
});
afterAll(() => db.close());

const software = [{ product: 'Debian', eol: '2020-01-01' }];

test('hides the project, closes what was open and leaves an audit row', async () => {
  const organization = await makeOrganization(deps);
  const { project_id, image_tag_id } = await scanImage(deps, organization, {
    image: 'a',
    software,
  });
  await scanImage(deps, organization, { image: 'clean' });
  const caller = callAs(deps, organization, 'admin');
  deps.clock.advance(3_600_000);
  await caller.project.delete({ id: project_id });

  expect(await caller.image.list({})).toMatchObject({ total: 0 });
  expect(await caller.project.images({})).toMatchObject({ total: 0 });
  expect(await caller.software.list({})).toMatchObject({ total: 0 });
  expect(await caller.scanner.projects()).toEqual([]);
  expect(await caller.scanner.software()).toEqual([]);
  expect(await caller.image.labels()).toEqual({ labels: {} });
  expect(await caller.scan.history({ image_name: 'a', project_name: 'shop' })).toEqual({
    scans: [],
  });
  await expect(caller.image.get({ imageTagId: image_tag_id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(caller.project.delete({ id: project_id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });

  const prisma = db.of(organization);
  expect(await prisma.finding.count({ where: { isOpen: true } })).toBe(0);
  expect(await prisma.findingInterval.findMany()).toMatchObject([{ closedAt: deps.clock.now() }]);
  expect(await prisma.cleanInterval.findMany()).toMatchObject([{ closedAt: deps.clock.now() }]);
  expect(await prisma.imageTag.count({ where: { softwareIds: { isEmpty: false } } })).toBe(0);
  expect(await prisma.auditEvent.findMany()).toMatchObject([
    { action: 'project.delete', subjectId: project_id, before: { name: 'shop', images: 2 } },
  ]);
});

test('an upload to the same name starts it anew, beside what other projects hold', async () => {
  const organization = await makeOrganization(deps);
  const old = await scanImage(deps, organization, { image: 'a', software });
  await scanImage(deps, organization, { project: 'other', image: 'a', software });
  const caller = callAs(deps, organization, 'admin');
  await caller.project.delete({ id: old.project_id });
  expect(await caller.image.list({ eol_filter: 'EOL' })).toMatchObject({ total: 1 });
  const anew = await scanImage(deps, organization, { image: 'a', software });
  expect(anew.project_id).not.toBe(old.project_id);
  expect(anew.image_tag_id).not.toBe(old.image_tag_id);
  expect(await caller.image.list({ eol_filter: 'EOL' })).toMatchObject({ total: 2 });
});

test('uploads at the same time end up in the old project or a new one, never in between', async () => {
  const organization = await makeOrganization(deps);
  const caller = callAs(deps, organization, 'admin');
  for (let round = 0; round < 5; round += 1) {
    const { project_id } = await scanImage(deps, organization, { image: 'a', software });
    await Promise.all([
      caller.project.delete({ id: project_id }),
      scanImage(deps, organization, { image: 'a', software: [] }),
      scanImage(deps, organization, { image: `b${String(round)}`, software }),
      scanImage(deps, organization, {
        image: 'a',
        software: [{ product: 'Redis', eol: '2020-01-01' }],
      }),
    ]);
    const stray = await db.query(
      `SELECT f.id FROM finding f JOIN image_tag i USING (organization_id)
       WHERE i.id = f.image_tag_id AND f.is_open AND i.deleted_at IS NOT NULL
       UNION ALL
       SELECT i.id FROM image_tag i JOIN project p USING (organization_id)
       WHERE p.id = i.project_id AND p.deleted_at IS NOT NULL AND i.deleted_at IS NULL`,
    );
    expect(stray).toEqual([]);
  }
});

test.each(['scanner', 'viewer', 'member'] as const)('a %s may not', async (role) => {
  const organization = await makeOrganization(deps);
  const { project_id } = await scanImage(deps, organization, {});
  await expect(
    callAs(deps, organization, role).project.delete({ id: project_id }),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('another organization is told that there is no such project', async () => {
  const organization = await makeOrganization(deps);
  const { project_id } = await scanImage(deps, organization, {});
  const stranger = callAs(deps, await makeOrganization(deps), 'admin');
  await expect(stranger.project.delete({ id: project_id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await callAs(deps, organization).project.images({})).toMatchObject({ total: 1 });
});
