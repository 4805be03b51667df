import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, runImages, scanImage } from '@/test/factories';

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

const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01' };
const node = { product: 'Node.js', cycle: '22', eol: '2027-01-10' };

test('the status of images follows from today, in the order asked for', async () => {
  await makePolicy(deps, organization, { warnDays: 30, denyDays: 0 });
  const ended = await scanImage(deps, organization, {
    image: 'ended',
    software: [redis, node, { ...redis, type: 'binary' }],
  });
  const supported = await scanImage(deps, organization, { image: 'supported', software: [node] });
  const clean = await scanImage(deps, organization, { image: 'clean' });
  const ids = [supported, ended, clean].map(({ image_tag_id }) => image_tag_id);
  const { policy } = callAs(deps, organization);
  const statuses = await policy.statusOfImages({ imageTagIds: ids });
  expect(statuses).toEqual([
    {
      imageTagId: ids[0],
      action: 'ALLOW',
      denied: 0,
      deniedNames: [],
      warned: 0,
      estimates: 0,
      waived: 0,
      nextChange: { on: '2026-12-11', action: 'WARN' },
    },
    {
      ...{ imageTagId: ids[1], action: 'DENY', denied: 1, deniedNames: ['Redis 6'] },
      ...{ warned: 0, estimates: 0, waived: 0, nextChange: null },
    },
    {
      ...{ imageTagId: ids[2], action: 'ALLOW', denied: 0, deniedNames: [] },
      ...{ warned: 0, estimates: 0, waived: 0, nextChange: null },
    },
  ]);
  deps.clock.set('2026-12-11T00:00:00Z');
  expect(await policy.statusOfImages({ imageTagIds: [ids[0]?.toUpperCase() ?? ''] })).toEqual([
    {
      imageTagId: ids[0],
      action: 'WARN',
      denied: 0,
      deniedNames: [],
      warned: 1,
      estimates: 0,
      waived: 0,
      nextChange: { on: '2027-01-10', action: 'DENY' },
    },
  ]);
});

test('images are listed by what the policies do to them, as the summary counts them', async () => {
  await makePolicy(deps, organization, { warnDays: 60, denyDays: 0 });
  await scanImage(deps, organization, { image: 'ended', software: [redis, node] });
  await scanImage(deps, organization, { image: 'soon', software: [node] });
  await scanImage(deps, organization, { image: 'clean' });
  const caller = callAs(deps, organization);
  const names = async (policyAction: 'DENY' | 'WARN') => {
    const { items } = await caller.image.listForDashboard({ policyAction });
    return items.map(({ name }) => name);
  };
  expect(await names('DENY')).toEqual(['ended']);
  expect(await names('WARN')).toEqual(['soon']);
  const { counts } = await caller.policy.summary();
  expect(counts).toEqual({ denied: 1, warned: 1, allowed: 1 });
  const other = await makeOrganization(deps);
  await scanImage(deps, other, { software: [redis] });
  const foreign = await callAs(deps, other).image.listForDashboard({ policyAction: 'DENY' });
  expect(foreign).toMatchObject({ items: [], total: 0 });
});

test('an image and its findings carry the verdict', async () => {
  const policyId = await makePolicy(deps, organization, { warnDays: 60, denyDays: 0 });
  const { image_tag_id: imageTagId } = await scanImage(deps, organization, {
    software: [redis, node],
  });
  const { image } = callAs(deps, organization);
  expect(await image.get({ imageTagId })).toMatchObject({
    policy: { action: 'DENY', denied: 1, warned: 1, waived: 0, nextChange: null },
  });
  expect(await image.findings({ imageTagId })).toMatchObject([
    {
      productName: 'Redis',
      policy: { action: 'DENY', policyId, appliesOn: '2026-11-01', nextChange: null },
    },
    {
      productName: 'Node.js',
      policy: {
        action: 'WARN',
        policyId,
        appliesOn: '2026-11-11',
        message: expect.stringContaining('60 days before its end of life on 2027-01-10'),
        nextChange: { on: '2027-01-10', action: 'DENY' },
      },
    },
  ]);
});

test('images of other organizations and of deleted projects are left out', async () => {
  const { image_tag_id, project_id } = await scanImage(deps, organization, { software: [redis] });
  const stranger = callAs(deps, await makeOrganization(deps), 'admin');
  expect(await stranger.policy.statusOfImages({ imageTagIds: [image_tag_id] })).toEqual([]);
  const admin = callAs(deps, organization, 'admin');
  await admin.project.delete({ id: project_id });
  expect(await admin.policy.statusOfImages({ imageTagIds: [image_tag_id] })).toEqual([]);
});

test('the summary counts the images of the organization', async () => {
  await makePolicy(deps, organization, { warnDays: 30, denyDays: 0 });
  const ended = await scanImage(deps, organization, { image: 'ended', software: [redis, node] });
  await scanImage(deps, organization, { image: 'supported', software: [node] });
  await scanImage(deps, await makeOrganization(deps), { software: [redis] });
  const viewer = callAs(deps, organization);
  expect(await viewer.policy.summary()).toMatchObject({
    today: '2026-11-21',
    counts: { denied: 1, warned: 0, allowed: 1 },
    timeline: {
      total: 2,
      items: [
        { on: '2026-12-11', denied: 0, warned: 1 },
        { on: '2027-01-10', denied: 1, warned: 0 },
      ],
    },
    images: { total: 1, items: [{ imageTagId: ended.image_tag_id, name: 'ended', after: 'DENY' }] },
    projects: { total: 1, items: [{ projectName: 'shop', denied: 1, warned: 0 }] },
  });
  await expect(callAs(deps, organization, 'scanner').policy.summary()).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('the summary of a scope counts its images alone, and knows their next day', async () => {
  await makePolicy(deps, organization, { warnDays: 30, denyDays: 0 });
  const ended = await scanImage(deps, organization, { image: 'ended', software: [redis] });
  const labels = { stage: 'live' };
  const soon = await scanImage(deps, organization, {
    ...{ project: 'web', image: 'soon', software: [node], labels },
  });
  const { policy, team } = callAs(deps, organization, 'admin');
  const { id: teamId } = await team.create({ body: { name: 'Web' } });
  await team.setOwner({ id: soon.project_id, body: { team_id: teamId } });
  const next = {
    counts: { denied: 0, warned: 0, allowed: 1 },
    timeline: {
      items: [
        { on: '2026-12-11', warned: 1 },
        { on: '2027-01-10', denied: 1 },
      ],
    },
    latestDenied: [],
  };
  expect(await policy.summary({ owner: teamId })).toMatchObject(next);
  expect(await policy.summary({ projectId: soon.project_id })).toMatchObject(next);
  const live = { key: 'stage', operator: 'IN', value: 'live' } as const;
  expect(await policy.summary({ label: live })).toMatchObject(next);
  expect(await policy.summary({ owner: 'none' })).toMatchObject({
    counts: { denied: 1, warned: 0, allowed: 0 },
    timeline: { total: 0 },
    latestDenied: [{ id: ended.image_tag_id, name: 'ended' }],
  });
  expect((await policy.summary({ owner: 'mine' })).counts).toEqual({
    ...{ denied: 0, warned: 0, allowed: 0 },
  });
});

test('the policies page lists both types as they were written', async () => {
  const id = await makePolicy(deps, organization, { warnDays: 30 });
  const notaryPolicy = {
    version: '1.0',
    trustPolicies: [{ name: 'a', registryScopes: ['*'], signatureVerification: { level: 'skip' } }],
  };
  await makePolicy(deps, organization, { type: 'NOTARY', notaryPolicy });
  expect(await callAs(deps, organization, 'viewer').policy.list()).toMatchObject([
    { id, policy_type: 'EOL', warn_days: 30, deny_days: null },
    { policy_type: 'NOTARY', notary_policy_json: notaryPolicy },
  ]);
});

test('a policy for what runs decides on an image while a cluster runs it, and for a week after it was last heard of', async () => {
  const policyId = await makePolicy(deps, organization, { denyDays: 0, onlyRunning: true });
  const [shop, old] = [
    await scanImage(deps, organization, { image: 'shop:1', software: [redis] }),
    await scanImage(deps, organization, { image: 'old:1', software: [redis] }),
  ];
  const { policy, image, software } = callAs(deps, organization, 'admin');
  const denied = async () => {
    const { items } = await image.listForDashboard({ policyAction: 'DENY' });
    const statuses = await policy.statusOfImages({
      imageTagIds: [shop.image_tag_id, old.image_tag_id],
    });
    const listed = await policy.images({ action: 'DENY', on: null, page: 1 });
    const { points } = await policy.forecast({});
    const effects = await policy.effects();
    const { running, counts } = await policy.summary();
    expect(listed.items.map(({ name }) => name)).toEqual(items.map(({ name }) => name));
    expect(points[0]?.denied).toBe(items.length);
    expect(effects).toMatchObject({ running, policies: [{ policyId, denied: items.length }] });
    expect(counts.denied).toBe(items.length);
    return { statuses: statuses.map(({ action }) => action), running };
  };
  const nobody = { statuses: ['ALLOW', 'ALLOW'], running: { images: 0, known: false } };
  expect(await denied()).toEqual(nobody);
  await runImages(deps, organization, ['shop:1']);
  const shopRuns = { statuses: ['DENY', 'ALLOW'], running: { images: 1, known: true } };
  expect(await denied()).toEqual(shopRuns);
  const listed = async (running: boolean) => {
    const { items } = await policy.images({ action: 'ALLOW', running });
    return items.map(({ name, running: containers }) => [name, containers]);
  };
  expect(await listed(false)).toEqual([['old', 0]]);
  expect(await listed(true)).toEqual([]);
  const findings = await image.findings({ imageTagId: shop.image_tag_id.toUpperCase() });
  expect(findings).toMatchObject([
    {
      policy: {
        ...{ action: 'DENY', policyId },
        message: expect.stringContaining('by the policy for all software in what runs'),
      },
    },
  ]);
  expect(await image.findings({ imageTagId: old.image_tag_id })).toMatchObject([
    { policy: { action: 'ALLOW', policyId: null } },
  ]);
  expect(await software.get({ softwareId: findings[0]?.softwareId ?? '' })).toMatchObject({
    policy: { action: 'ALLOW' },
    runningPolicy: { action: 'DENY', policyId },
  });
  deps.clock.set('2026-11-28T12:00:00Z');
  expect(await denied()).toEqual(shopRuns);
  deps.clock.set('2026-11-28T12:00:01Z');
  expect(await denied()).toEqual(nobody);
  await runImages(deps, organization, []);
  expect(await denied()).toEqual({ ...nobody, running: { images: 0, known: true } });
});

test('where no policy asks what runs, nothing tells it', async () => {
  await makePolicy(deps, organization, { denyDays: 0 });
  const { policy, software } = callAs(deps, organization);
  await scanImage(deps, organization, { image: 'shop:1', software: [redis] });
  await runImages(deps, organization, ['shop:1']);
  expect(await policy.summary()).toMatchObject({ running: null, counts: { denied: 1 } });
  const { items } = await software.listForDashboard({});
  expect(await software.get({ softwareId: items[0]?.id ?? '' })).toMatchObject({
    runningPolicy: null,
  });
});
