import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
  organization = await makeOrganization(deps);
});

const admin = () => callAs(deps, organization, 'admin').policy;
const redis6 = { product: 'Redis', cycle: '6', eol: '2026-11-01' };
const redis7 = { product: 'Redis', cycle: '7', eol: '2027-02-01' };
const node = { product: 'Node.js', cycle: '22', eol: '2027-01-10' };
const globalDraft = { policy_scope: 'global', policy_type: 'EOL' } as const;

test('a new policy: what it denies and warns of today, and what when', async () => {
  await makePolicy(deps, organization, { warnDays: 30 });
  const shop = await scanImage(deps, organization, { image: 'shop', software: [redis6, node] });
  await scanImage(deps, organization, { image: 'cart', software: [node] });
  await scanImage(deps, organization, { image: 'clean', project: 'other' });
  const body = { ...globalDraft, warn_days: 60, deny_days: 0 };
  const preview = await admin().preview({ policyId: null, body });
  expect(preview).toEqual({
    today: '2026-11-21',
    running: null,
    counts: {
      before: { denied: 0, warned: 1, allowed: 2 },
      after: { denied: 1, warned: 1, allowed: 1 },
    },
    newlyDenied: { images: 1, projects: 1 },
    noLongerDenied: { images: 0, projects: 0, overruled: { total: 0, items: [] } },
    timeline: { total: 1, items: [{ on: '2027-01-10', denied: 1, warned: 0 }] },
    images: {
      total: 2,
      items: [
        {
          imageTagId: shop.image_tag_id,
          projectId: shop.project_id,
          kind: 'image',
          name: 'shop',
          tag: 'latest',
          projectName: 'shop',
          before: 'WARN',
          after: 'DENY',
          deniedOn: '2026-11-21',
          warnedOn: null,
        },
        expect.objectContaining({
          name: 'cart',
          before: 'ALLOW',
          after: 'WARN',
          warnedOn: '2026-11-21',
          deniedOn: '2027-01-10',
        }),
      ],
    },
    projects: {
      total: 1,
      items: [{ projectId: shop.project_id, projectName: 'shop', denied: 1, warned: 1 }],
    },
    software: {
      total: 2,
      items: [
        expect.objectContaining({
          projectName: null,
          productName: 'Redis',
          before: 'WARN',
          action: 'DENY',
          appliesOn: '2026-11-01',
          changes: [],
          images: 1,
        }),
        expect.objectContaining({
          productName: 'Node.js',
          before: 'ALLOW',
          action: 'WARN',
          changes: [{ on: '2027-01-10', action: 'DENY' }],
          images: 2,
        }),
      ],
    },
    packages: { total: 0, items: [] },
    scannerDifferences: { total: 0, items: [] },
  });
});

test('a new policy that decides before a denying one: what it lets pass, and before which it decides', async () => {
  const denying = await makePolicy(deps, organization, { denyDays: 0 });
  deps.clock.advance(1);
  await scanImage(deps, organization, { image: 'shop', software: [redis6, node] });
  await scanImage(deps, organization, { image: 'cart', software: [node] });
  const releasedBy = async (policyId: string | null, body: object | null) => {
    const draft = body && { ...globalDraft, ...body };
    return (await admin().preview({ policyId, body: draft })).noLongerDenied;
  };
  const one = { images: 1, projects: 1 };
  const none = { total: 0, items: [] };
  expect(await releasedBy(null, { warn_days: 90 })).toEqual({
    ...one,
    overruled: { total: 1, items: [denying] },
  });
  // It decides itself, before and after.
  expect(await releasedBy(denying, { warn_days: 90 })).toEqual({ ...one, overruled: none });
  expect(await releasedBy(denying, null)).toEqual({ ...one, overruled: none });
  expect(await releasedBy(null, { deny_days: 0 })).toEqual({
    ...{ images: 0, projects: 0 },
    overruled: none,
  });
});

test('an edited policy keeps its place, a deleted one is gone', async () => {
  const first = await makePolicy(deps, organization, { warnDays: 0 });
  deps.clock.advance(1);
  await makePolicy(deps, organization, { denyDays: 0 });
  await scanImage(deps, organization, { software: [redis6] });
  const afterOf = async (policyId: string | null, body: typeof globalDraft | null) =>
    (await admin().preview({ policyId, body })).counts.after;
  const denied = { denied: 1, warned: 0, allowed: 0 };
  expect(await afterOf(null, null)).toEqual(denied);
  const edited = { ...globalDraft, warn_days: 100 };
  expect(await afterOf(first, edited)).toEqual(denied);
  expect(await afterOf(null, edited)).toEqual({ denied: 0, warned: 1, allowed: 0 });
  const [, second] = await admin().list();
  expect(await afterOf(second?.id ?? '', null)).toEqual({ denied: 0, warned: 1, allowed: 0 });
});

test('a project with policies of its own is judged by itself', async () => {
  const shop = { project: 'github//acme/shop', image: 'a', software: [redis6] };
  await scanImage(deps, organization, shop);
  await scanImage(deps, organization, { ...shop, image: 'b' });
  await scanImage(deps, organization, { project: 'billing', software: [redis6, node] });
  await makePolicy(deps, organization, { warnDays: 0 });
  const body = {
    ...globalDraft,
    policy_scope: 'project',
    project_name: shop.project,
    deny_days: 0,
  } as const;
  const preview = await admin().preview({ policyId: null, body });
  expect(preview.counts.after).toEqual({ denied: 2, warned: 1, allowed: 0 });
  expect(preview.projects.items).toMatchObject([
    { projectName: shop.project, denied: 2, warned: 0 },
    { projectName: 'billing', denied: 0, warned: 1 },
  ]);
  expect(preview.software.items).toMatchObject([
    { projectName: shop.project, productName: 'Redis', action: 'DENY', before: 'WARN', images: 2 },
    { projectName: null, productName: 'Redis', action: 'WARN', images: 1 },
    { projectName: null, productName: 'Node.js', action: 'ALLOW', images: 1 },
  ]);
});

describe('where a stock scanner decides otherwise', () => {
  test('of a policy for what runs, which it is not told of', async () => {
    const software = [{ product: 'Redis', cycle: '6', eol: '2026-11-01' }];
    await scanImage(deps, organization, { image: 'shop:1', software });
    await scanImage(deps, organization, { image: 'shop:2', software });
    await runImages(deps, organization, ['shop:1']);
    const body = { ...globalDraft, deny_days: 0, only_running: true };
    const preview = await admin().preview({ policyId: null, body });
    expect(preview).toMatchObject({
      running: { images: 1, known: true },
      counts: { after: { denied: 1, warned: 0, allowed: 1 } },
      software: {
        total: 1,
        items: [{ productName: 'Redis', running: true, action: 'DENY', images: 1 }],
      },
      scannerDifferences: {
        total: 1,
        items: [
          {
            ...{ productName: 'Redis', running: true, images: 1, on: '2026-11-21' },
            ...{ reason: 'only_running', ours: 'DENY', scanner: 'ALLOW' },
            message: 'A scanner is not told of policies for what runs: it cannot know what does.',
          },
        ],
      },
    });
  });

  test('an unknown end, a cycle called ended, another date', async () => {
    await scanImage(deps, organization, {
      software: [
        { product: 'Express', cycle: '4' },
        { product: 'Python', cycle: '2', ended: true },
        redis7,
      ],
    });
    await deps.db.query(
      `UPDATE software_cycle SET override_eol_on = '2026-01-01', eol_on = '2026-01-01', eol_on_known = true,
         eol_source = 'override' WHERE organization_id = $1 AND product_name IN ('Redis', 'Python')`,
      [organization],
    );
    const body = { ...globalDraft, deny_days: 10 };
    const { scannerDifferences } = await admin().preview({ policyId: null, body });
    expect(scannerDifferences.total).toBe(3);
    expect(scannerDifferences.items).toMatchObject([
      {
        productName: 'Express',
        cycles: ['4'],
        reason: 'unknown_end',
        ours: 'ALLOW',
        scanner: 'DENY',
        images: 1,
      },
      { productName: 'Python', reason: 'ended_flag', ours: 'DENY', scanner: 'WARN', images: 1 },
      {
        productName: 'Redis',
        reason: 'other_date',
        on: '2026-11-21',
        ours: 'DENY',
        scanner: 'ALLOW',
        message: 'A scanner goes by its own end of life, 2027-02-01.',
      },
    ]);
  });

  test('not where the scanner comes to the denied cycle first', async () => {
    await scanImage(deps, organization, { image: 'both', software: [redis6, redis7] });
    const body = { ...globalDraft, warn_days: 90, deny_days: 0 };
    const { scannerDifferences } = await admin().preview({ policyId: null, body });
    expect(scannerDifferences.items).toEqual([]);
  });

  test('a warning that stands in for a denial, in images that hold both cycles', async () => {
    // By name, as scanners go through them.
    const redis10 = { ...redis7, cycle: '10' };
    await scanImage(deps, organization, { image: 'both', software: [redis6, redis10] });
    await scanImage(deps, organization, { image: 'old', software: [redis6] });
    await scanImage(deps, organization, { image: 'new', software: [redis10] });
    const body = { ...globalDraft, warn_days: 90, deny_days: 0 };
    const { scannerDifferences, counts } = await admin().preview({ policyId: null, body });
    expect(counts.after).toEqual({ denied: 2, warned: 1, allowed: 0 });
    expect(scannerDifferences).toMatchObject({
      total: 1,
      items: [
        {
          productName: 'Redis',
          cycles: ['6'],
          reason: 'one_result_a_product',
          ours: 'DENY',
          scanner: 'WARN',
          images: 1,
        },
      ],
    });
  });

  test('not where the denial comes from a policy that the scanner comes to first', async () => {
    await scanImage(deps, organization, { software: [redis6, redis7] });
    await makePolicy(deps, organization, { warnDays: 90 });
    const body = {
      ...globalDraft,
      policy_scope: 'software',
      product_name: 'Redis',
      cycle: '6',
      cycle_operator: 'LTE',
      deny_days: 0,
    } as const;
    const { scannerDifferences } = await admin().preview({ policyId: null, body });
    expect(scannerDifferences.items).toEqual([]);
  });

  test('a cycle called ended: it is warned of by the first policy that the scanner is told of today', async () => {
    await scanImage(deps, organization, {
      software: [
        { product: 'Node.js', cycle: '7', eol: '2026-11-01' },
        { product: 'Node.js', cycle: '7-stream', ended: true },
      ],
    });
    await makePolicy(deps, organization, { denyDays: 0 });
    const first = {
      policy_scope: 'software',
      policy_type: 'EOL',
      deny_date: '2026-11-21',
      product_name: 'Redis',
      cycle: '6',
      cycle_operator: 'LT',
    } as const;
    const differencesWith = async (body: object) => {
      const draft = { policyId: null, body: { ...first, ...body } };
      return (await admin().preview(draft)).scannerDifferences.items;
    };
    // It is sent the other policy alone, and comes to the denial by that one.
    expect(await differencesWith({ denies_from: '2026-11-22' })).toEqual([]);
    const hidden = { cycles: ['7'], reason: 'one_result_a_product', scanner: 'WARN' };
    expect(await differencesWith({ denies_from: '2026-11-21' })).toMatchObject([hidden]);
    expect(await differencesWith({})).toMatchObject([hidden]);
    // Sent with its warning alone, it comes first all the same.
    const warning = { denies_from: '2026-11-22', warn_date: '2026-11-01' };
    expect(await differencesWith(warning)).toMatchObject([hidden]);
  });
});

describe('a draft', () => {
  test('that is no EOL policy is refused with its faults', async () => {
    const preview = (body: object) =>
      admin().preview({ policyId: null, body: { ...globalDraft, ...body } });
    for (const body of [{}, { policy_type: 'NOTARY' }, { policy_scope: 'project', warn_days: 1 }]) {
      await expect(preview(body)).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    }
  });

  test('of a policy of another organization is a 404', async () => {
    const foreign = await makePolicy(deps, await makeOrganization(deps), { warnDays: 1 });
    await expect(admin().preview({ policyId: foreign, body: null })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('shows nothing of another organization', async () => {
    await scanImage(deps, await makeOrganization(deps), { software: [redis6] });
    const body = { ...globalDraft, deny_days: 0 };
    expect(await admin().preview({ policyId: null, body })).toMatchObject({
      counts: { after: { denied: 0, warned: 0, allowed: 0 } },
      software: { total: 0 },
    });
  });

  test.each(['scanner', 'viewer', 'member'] as const)('is not for a %s', async (role) => {
    const { policy } = callAs(deps, organization, role);
    await expect(policy.preview({ policyId: null, body: null })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
