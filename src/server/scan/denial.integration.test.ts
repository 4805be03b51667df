import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { makePolicy, scanImage, type ScannedImage } from '@/test/factories';
import { hearing, saidIn } from '@/test/messages';
import { makeTeam } from '@/test/owners';
import { recordStatements } from '@/test/recordings';
import { releaseDenied } from './repository/denied';

let deps: TestDeps;
let organization: OrganizationId;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());
beforeEach(async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  organization = await makeOrganization(deps);
});

const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01', type: 'deb' };
const node = { product: 'Node.js', cycle: '16', eol: '2023-09-11' };
const python = { product: 'Python', cycle: '3.14', eol: '2030-10-31' };
const upload = ({ image = 'acme/shop', tag, ...given }: ScannedImage & { readonly tag: string }) =>
  scanImage(deps, organization, {
    ...{ project: 'github//acme/shop', image: `${image}:${tag}` },
    ...given,
  });
const titles = async () => (await saidIn(deps, organization)).map(({ title }) => title);

test('a denied build is said once, with what denies it, and where to look', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0, warnDays: 30 });
  const answer = await upload({ tag: '1', software: [redis, node, python] });
  expect(answer.policy.action).toBe('DENY');
  const [message, ...others] = await saidIn(deps, organization);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    kind: 'build.denied',
    severity: 'critical',
    title: 'acme/shop:1 is denied',
    summary: 'A policy denies what was uploaded for the project acme/shop.',
    total: 2,
    links: [
      { path: `/images/${answer.image_tag_id}` },
      {
        label: 'Ask for a waiver',
        path: '/waivers/new?project=github%2F%2Facme%2Fshop&image=acme%2Fshop&tag=1',
      },
    ],
    items: [
      { what: 'Node.js 16', since: '2023-09-11', where: { images: 1, named: ['acme/shop:1'] } },
      { what: 'Redis 6', since: '2026-11-01', detail: expect.stringContaining('is denied from') },
    ],
  });
});

test('what was denied is solved once no image of the same owner is denied for it', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const billing = { image: 'acme/billing', project: 'billing' };
  const { project_id: project } = await upload({ ...billing, tag: '1', software: [redis, node] });
  await upload({ tag: '1', software: [redis] });
  // Two images of nobody are denied for it: with one of them it goes on.
  await upload({ tag: '2', software: [python] });
  expect(await titles()).toEqual(['acme/billing:1 is denied', 'acme/shop:1 is denied']);
  await upload({ ...billing, tag: '2', software: [node] });
  const team = await makeTeam(deps, organization, { name: 'Payments', projects: [project] });
  await upload({ ...billing, tag: '3', software: [node] });
  await upload({ ...billing, tag: '4', software: [python] });
  await upload({ ...billing, tag: '5', software: [python] });
  const said = (await saidIn(deps, organization)).slice(2);
  expect(said.map(({ title, severity }) => [title, severity])).toEqual([
    ['acme/billing:2 is no longer denied for Redis 6; still denied for other software', 'info'],
    ['acme/billing:3 is denied', 'critical'],
    ['acme/billing:4 passes again', 'info'],
  ]);
  const items = said.map((one) => one.items.map(({ key, isSolved }) => [key, isSolved]));
  expect(items).toEqual([
    [['Redis/6/nobody', true]],
    [
      [`Node.js/16/${team}`, false],
      ['Node.js/16/nobody', true],
    ],
    [[`Node.js/16/${team}`, true]],
  ]);
  expect(said[2]?.items[0]).toMatchObject({
    ...{ teamId: team, ask: { name: 'Payments' } },
    detail: 'No image is denied for it any more; the last was acme/billing:4',
  });
});

test('images that pass at once solve it once', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const images = ['a', 'b', 'c', 'd', 'e', 'f'];
  await Promise.all(images.map((image) => upload({ image, tag: '1', software: [redis] })));
  await Promise.all(images.map((image) => upload({ image, tag: '2', software: [python] })));
  const said = await saidIn(deps, organization);
  expect(said.filter(({ severity }) => severity === 'critical')).toHaveLength(6);
  const solved = said.filter(({ items }) => items.some(({ isSolved }) => isSolved));
  expect(solved.map(({ items }) => items.map(({ key }) => key))).toEqual([['Redis/6/nobody']]);
  expect(await deps.db.of(organization).deniedSoftware.count()).toBe(0);
});

test('nothing unchanged is said again, whatever the tag; what changes is', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  await upload({ tag: '1', software: [redis] });
  await upload({ tag: '1', software: [redis] });
  await upload({ tag: '2', software: [redis, python] });
  expect(await titles()).toEqual(['acme/shop:1 is denied']);
  await upload({ tag: '3', software: [redis, node] });
  expect(await titles()).toHaveLength(2);
  // Let through, and broken again.
  await upload({ tag: '4', software: [python] });
  await upload({ tag: '5', software: [redis, node] });
  expect((await titles()).slice(2)).toEqual(['acme/shop:4 passes again', 'acme/shop:5 is denied']);
  // Another image, and the same of another project.
  await upload({ image: 'acme/billing', tag: '1', software: [redis] });
  await upload({ project: 'other', tag: '1', software: [redis] });
  expect(await titles()).toHaveLength(6);
});

test('a build that is let through is not said, nor one that nobody hears of', async () => {
  await makePolicy(deps, organization, { warnDays: 30, denyDays: 0 });
  await deps.db.of(organization).membership.deleteMany({});
  await upload({ tag: '1', software: [redis] });
  await hearing(deps, organization, 'build.denied');
  await upload({ tag: '3', software: [python] });
  expect(await titles()).toEqual([]);
  // It was never said before there was anybody to hear it.
  await upload({ tag: '4', software: [redis] });
  expect(await titles()).toEqual(['acme/shop:4 is denied']);
});

test('uploads at once say it once', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const tags = ['1', '2', '3', '4', '5', '6'];
  await Promise.all(tags.map((tag) => upload({ tag, software: [redis] })));
  expect(await titles()).toHaveLength(1);
});

test('names of any length are said in part', async () => {
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const product = `${'x'.repeat(1_020)}\u{1f600}`;
  const name = { ...redis, product };
  await upload({ image: 'y'.repeat(900), tag: 'z', software: [name] });
  expect(await titles()).toHaveLength(1);
});

test('an upload that nobody hears of makes no statement more', async () => {
  await makePolicy(deps, organization, { denyDays: 0 });
  await upload({ tag: '1', software: [redis] });
  await deps.db.of(organization).membership.deleteMany({});
  const statements = recordStatements(deps.db);
  await upload({ tag: '1', software: [redis] });
  expect(statements.filter((text) => /denied_software|INSERT INTO "?message/i.test(text))).toEqual(
    [],
  );
  expect(statements.filter((text) => /message_rule/.test(text))).toHaveLength(1);
  expect(statements.find((text) => /message_rule/.test(text))).toMatch(/insert into "scan"/i);
});

test('of software that an image passes with it is found whether any other is denied, not how many are', async () => {
  const itemKey = 'Debian/10/nobody';
  // Who owns the tables may have them analyzed.
  const owned = testDeps(await testDatabase({ as: 'owner' }));
  const own = await makeOrganization(owned);
  await owned.db.query(
    `INSERT INTO denied_software (organization_id, image_key, item_key, project_id, canonical_name, product_name, cycle, told_at)
     SELECT $1, md5(n::text)::uuid, $2, gen_random_uuid(), n::text, 'Debian', '10', now() FROM generate_series(1, 5000) n`,
    [own, itemKey],
  );
  await owned.db.query('ANALYZE denied_software');
  const [first] = await owned.db.query<{ id: string }>(`SELECT md5('1')::uuid AS id`);
  const released = { gone: [itemKey], letThrough: [] };
  const looked = await mostLookedAt(owned, ({ db, clock }) =>
    releaseDenied(own, db, first?.id ?? '', released, clock.now()),
  );
  await owned.db.close();
  expect(looked).toBeLessThan(50);
});
