import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, scanImage } from '@/test/factories';
import { forgetLimits } from '@/test/limits';
import { type SignedIn, signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;
let member: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await backgroundDone(deps);
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
  member = await signedIn(deps, rest, { organizationId, role: 'member' });
  admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
  await makePolicy(deps, organizationId, { warnDays: 30, denyDays: 0 });
});

const REDIS = { product: 'Redis', cycle: '6', eol: '2026-11-01' };
const NODE = { product: 'Node.js', cycle: '22', eol: '2026-12-10' };
const IN_SHOP = { product_name: 'Redis', cycle: '6', ends_on: '2026-12-01' };
const scan = (image = 'api:1', project = 'shop', software = [REDIS, NODE]) =>
  scanImage(deps, organizationId, { image, project, software });
const calls = () => callAs(deps, organizationId, 'admin');

async function grant(more: object = {}) {
  const { id } = await ask(member, { ...IN_SHOP, ...more });
  await decide(admin, id, 'granted');
  return id;
}
async function statusOf(imageTagId: string) {
  const [status] = await calls().policy.statusOfImages({ imageTagIds: [imageTagId] });
  return status;
}

describe('a build', () => {
  test('is let through by a waiver that was granted, told why, and denied again once it has ended', async () => {
    expect((await scan()).policy).toMatchObject({ action: 'DENY' });
    const { id } = await ask(member, IN_SHOP);
    expect((await scan()).policy).toMatchObject({ action: 'DENY' });
    await decide(admin, id, 'granted');
    const { policy } = await scan();
    expect(policy).toMatchObject({
      action: 'WARN',
      violations: [{ product_name: 'Node.js', action: 'WARN' }],
      waived: [
        {
          ...{ product_name: 'Redis', cycle: '6', artifact_types: ['deb'], waiver_id: id },
          ...{ waived_action: 'DENY', ends_on: '2026-12-01' },
          message:
            'Waived until 2026-12-01. Without the waiver: Redis 6 is denied from 2026-11-01 on by the policy for all software: from its end of life on 2026-11-01.',
        },
      ],
    });
    deps.clock.set('2026-12-01T23:59:59Z');
    expect((await scan()).policy.waived).toHaveLength(1);
    deps.clock.set('2026-12-02T00:00:00Z');
    const after = (await scan()).policy;
    expect(after).toMatchObject({ action: 'DENY' });
    expect(after.waived).toBeUndefined();
  });

  test('is denied again at once where a waiver is revoked', async () => {
    const id = await grant();
    expect((await scan()).policy.action).toBe('WARN');
    await (await admin.dashboard()).waiver.revoke({ id });
    expect((await scan()).policy.action).toBe('DENY');
  });

  test.each([
    ['another project', {}, ['api:1', 'other']],
    ['another cycle', { cycle: '6.2' }, ['api:1', 'shop']],
    ['another product', { product_name: 'redis' }, ['api:1', 'shop']],
    ['another image', { scope: 'image', image_name: 'web' }, ['api:1', 'shop']],
    ['another tag', { scope: 'image', image_name: 'api', image_tag: '2' }, ['api:1', 'shop']],
    ['the image elsewhere', { scope: 'image', image_name: 'api' }, ['api:1', 'other']],
  ])('is let through by no waiver of %s', async (_which, more, [image, project]) => {
    await grant(more);
    expect((await scan(image, project)).policy.action).toBe('DENY');
  });

  test.each([
    ['everywhere', { scope: 'organization', project_name: null }, ['api:1', 'other']],
    ['any tag', { scope: 'image', image_name: 'api' }, ['api:7', 'shop']],
    [
      'the full name',
      { scope: 'image', image_name: 'docker.io/library/api', project_name: null },
      ['api:7', 'other'],
    ],
  ])('is let through by a waiver of %s', async (_which, more, [image, project]) => {
    await grant(more);
    const { policy, image_tag_id } = await scan(image, project);
    expect(policy.action).toBe('WARN');
    expect(await statusOf(image_tag_id)).toMatchObject({ action: 'WARN', waived: 1 });
  });

  test('is no other organization’s', async () => {
    await grant({ scope: 'organization', project_name: null });
    const other = await makeOrganization(deps);
    await makePolicy(deps, other, { denyDays: 0 });
    const { policy } = await scanImage(deps, other, { project: 'shop', software: [REDIS] });
    expect(policy.action).toBe('DENY');
  });
});

describe('what is waived', () => {
  test('stays visible on its image, and is counted apart', async () => {
    const { image_tag_id: imageTagId } = await scan();
    expect(await statusOf(imageTagId)).toMatchObject({ denied: 1, warned: 1, waived: 0 });
    const id = await grant();
    expect(await statusOf(imageTagId)).toEqual({
      ...{ imageTagId, action: 'WARN', denied: 0, deniedNames: [], warned: 1 },
      ...{ estimates: 0, waived: 1 },
      nextChange: { on: '2026-12-02', action: 'DENY' },
    });
    const findings = await calls().image.findings({ imageTagId });
    expect(findings.find(({ productName }) => productName === 'Redis')?.policy).toEqual({
      ...{ action: 'ALLOW', policyId: null, appliesOn: null, message: null },
      nextChange: { on: '2026-12-02', action: 'DENY' },
      waiver: { id, endsOn: '2026-12-01', waivedAction: 'DENY' },
    });
    expect(findings.find(({ productName }) => productName === 'Node.js')?.policy.waiver).toBeNull();
  });

  test.each([
    ['the project', {}],
    ['the image', { scope: 'image', image_name: 'api' }],
    ['everything', { scope: 'organization', project_name: null }],
  ])(
    'in %s is left out by counts, lists, forecasts and previews, to its last day',
    async (_which, more) => {
      await scan();
      await scan('web:1', 'other');
      await grant(more);
      const isAll = 'scope' in more && more.scope === 'organization';
      const denied = isAll ? 0 : 1;
      const summary = await calls().policy.summary();
      expect(summary.counts).toMatchObject({ denied, warned: 2 - denied });
      const effects = await calls().policy.effects();
      expect(effects.counts).toMatchObject({ denied, warned: 2 - denied });
      const { points } = await calls().policy.forecast({});
      const deniedOn = (day: string) => points.findLast(({ on }) => on <= day)?.denied;
      expect([deniedOn('2026-12-01'), deniedOn('2026-12-02')]).toEqual([denied, 2]);
      const images = await calls().policy.images({ action: 'DENY' });
      expect(images.total).toBe(denied);
      const preview = await calls().policy.preview({ policyId: null, body: null });
      expect(preview.counts.after).toMatchObject({ denied, warned: 2 - denied });
      const waived = preview.software.items.filter(({ waivedUntil }) => waivedUntil !== null);
      expect(waived).toMatchObject([{ productName: 'Redis', action: 'ALLOW', before: 'ALLOW' }]);
      const { items } = preview.scannerDifferences;
      expect(items.filter(({ reason }) => reason === 'waived')).toMatchObject([
        { productName: 'Redis', ours: 'ALLOW', scanner: 'DENY', images: 2 - denied },
      ]);
    },
  );

  test('is no violation to clients of Dependency-Track, nor at the gate', async () => {
    const call = await rest.as(organizationId, 'admin');
    const bom = {
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      components: [{ type: 'library', name: 'redis', purl: 'pkg:generic/redis@6.0.1' }],
    };
    const check = async () => {
      const { body } = await call('POST', '/sbom/check?project=shop', bom);
      return body as { policy: { action: string; waived?: object[]; waiver_url?: string } };
    };
    const { policy } = await check();
    expect(policy.action).toBeDefined();
    const { image_tag_id: id } = await scan();
    const violations = async () => {
      const { body } = await call('GET', `/v1/violation/project/${id}`);
      return (body as object[]).length;
    };
    const before = await violations();
    await grant();
    expect(await violations()).toBe(before - 1);
  });
});
