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

test('hides the image alone, closes what was open and leaves an audit row', async () => {
  const organization = await makeOrganization(deps);
  const scanned = { image: 'shop:1', labels: { team: 'web' }, software };
  const { image_tag_id: id } = await scanImage(deps, organization, scanned);
  const clean = await scanImage(deps, organization, { image: 'clean:1' });
  const other = await scanImage(deps, organization, { image: 'shop:2', software });
  const caller = callAs(deps, organization, 'admin');
  deps.clock.advance(3_600_000);
  await caller.image.delete({ id });
  await caller.image.delete({ id: clean.image_tag_id });

  expect(await caller.image.list({})).toMatchObject({ total: 1, items: [{ tag: '2' }] });
  expect(await caller.project.images({})).toMatchObject({ total: 1 });
  expect(await caller.image.labels()).toEqual({ labels: {} });
  await expect(caller.image.get({ imageTagId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(caller.image.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const prisma = db.of(organization);
  expect(await prisma.finding.findMany({ where: { isOpen: true } })).toMatchObject([
    { imageTagId: other.image_tag_id },
  ]);
  const closed = { closedAt: deps.clock.now() };
  expect(
    await prisma.findingInterval.findMany({ where: { closedAt: { not: null } } }),
  ).toMatchObject([closed]);
  expect(await prisma.cleanInterval.findMany()).toMatchObject([closed]);
  const [event] = await prisma.auditEvent.findMany({ where: { subjectId: id } });
  expect(event).toMatchObject({
    ...{ action: 'image.delete', subjectKind: 'image', after: null },
    before: { name: 'shop', tag: '1', labels: { team: 'web' }, project_name: 'shop' },
  });
});

test('another scan of it starts it anew', async () => {
  const organization = await makeOrganization(deps);
  const old = await scanImage(deps, organization, { image: 'a', software });
  const caller = callAs(deps, organization, 'admin');
  await caller.image.delete({ id: old.image_tag_id });
  expect(await caller.image.list({ eol_filter: 'EOL' })).toMatchObject({ total: 0 });
  const anew = await scanImage(deps, organization, { image: 'a', software });
  expect(anew.project_id).toBe(old.project_id);
  expect(anew.image_tag_id).not.toBe(old.image_tag_id);
  expect(await caller.image.list({ eol_filter: 'EOL' })).toMatchObject({ total: 1 });
});

test('uploads at the same time leave no finding of a deleted image', async () => {
  const organization = await makeOrganization(deps);
  const caller = callAs(deps, organization, 'admin');
  for (let round = 0; round < 5; round += 1) {
    const { image_tag_id: id } = await scanImage(deps, organization, { image: 'a', software });
    const redis = [{ product: 'Redis', eol: '2020-01-01' }];
    await Promise.all([
      caller.image.delete({ id }),
      scanImage(deps, organization, { image: 'a', software: [] }),
      scanImage(deps, organization, { image: 'a', software: redis }),
    ]);
    const stray = await db.query(
      `SELECT f.id FROM finding f JOIN image_tag i USING (organization_id)
        WHERE i.id = f.image_tag_id AND f.is_open AND i.deleted_at IS NOT NULL`,
    );
    expect(stray).toEqual([]);
  }
});
