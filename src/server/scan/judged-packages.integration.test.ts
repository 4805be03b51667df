import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_FACTS, type PackageFacts } from '@/domain/registry/package-facts';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { backgroundDone } from '@/server/platform/jobs/background';
import { countInventories } from '@/server/registry/service/judged';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { makePolicy, type ScannedImage, scanImage } from '@/test/factories';
import { forgetLimits } from '@/test/limits';
import { type SignedIn, signedIn } from '@/test/people';
import { RestClient } from '@/test/rest-client';
import { ask, decide } from '@/test/waivers';
import { saying, storeFacts } from '@/test/registry-facts';

let deps: TestDeps;
let rest: RestClient;
let organizationId: OrganizationId;
let policyId: string;

const OLD = 'pkg:npm/old@1.0.0';
const CALM = 'pkg:npm/calm@1.4.2';
const FINE = 'pkg:npm/fine@3.0.0';

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  rest = new RestClient(deps);
  const successor = 'newer-thing';
  await answer(OLD, saying('deprecated', 'Deprecated: use newer-thing instead', { successor }));
  await answer(CALM, {
    said: [],
    lines: [
      { line: '1', newest: '1.9.0', on: '2024-01-01' as never },
      { line: '2', newest: '2.1.0', on: '2026-11-01' as never },
    ],
  });
  await answer(FINE, NO_FACTS);
});
afterAll(async () => {
  await backgroundDone(deps);
  await deps.db.close();
});
beforeEach(async () => {
  await forgetLimits(deps.db);
  deps.clock.set('2026-11-21T12:00:00Z');
  organizationId = await makeOrganization(deps);
});

const answer = (purl: string, facts: PackageFacts) => storeFacts(deps, purl, facts);

const scan = (more: ScannedImage = {}) =>
  scanImage(deps, organizationId, { packages: [OLD, CALM, FINE], ...more });
const calls = () => callAs(deps, organizationId, 'admin');

/** What everything that lists images says of one. */
async function saidOf(imageTagId: string) {
  const { image, policy } = calls();
  const [status] = await policy.statusOfImages({ imageTagIds: [imageTagId] });
  const listed = await Promise.all(
    (['DENY', 'WARN'] as const).map(async (policyAction) => {
      const { items } = await image.listForDashboard({ policyAction });
      return items.some(({ id }) => id === imageTagId) ? policyAction : null;
    }),
  );
  const onPage = await image.get({ imageTagId });
  return {
    status: status?.action,
    page: onPage.policy.action,
    list: listed.find((one) => one !== null) ?? 'ALLOW',
    packages: onPage.judgedPackages?.packages ?? null,
  };
}

describe('a policy that says nothing of packages', () => {
  test('lets them pass, and answers have no list of them', async () => {
    await makePolicy(deps, organizationId, { denyDays: 0 });
    const { policy, image_tag_id: id } = await scan();
    expect(policy).toEqual({ action: 'ALLOW', violations: [] });
    expect(await saidOf(id)).toEqual({
      ...{ status: 'ALLOW', page: 'ALLOW', list: 'ALLOW', packages: null },
    });
  });
});

describe('a policy with clauses', () => {
  test('denies and warns of packages as it says, and every list agrees with the answer', async () => {
    policyId = await makePolicy(deps, organizationId, { deprecated: 'DENY', stale: 'WARN' });
    const { policy, image_tag_id: id } = await scan();
    expect(policy).toEqual({
      action: 'DENY',
      violations: [],
      packages: [
        {
          ...{ policy_id: policyId, action: 'DENY', degree: 'registry', kind: 'deprecated' },
          ...{ name: 'old', version: '1.0.0', purl: OLD, successor: 'newer-thing', url: null },
          ...{ statement: 'Deprecated: use newer-thing instead', released_on: null, days: null },
          message:
            'old 1.0.0 is denied by the policy for all software: Deprecated: use newer-thing instead.',
        },
        {
          ...{ policy_id: policyId, action: 'WARN', degree: 'stale', kind: null },
          ...{ name: 'calm', version: '1.4.2', purl: CALM, successor: null, url: null },
          ...{ statement: null, released_on: '2024-01-01', days: 1055 },
          message: expect.stringMatching(
            /^calm 1.4.2 is warned about by the policy for all software: Estimate: line 1 /,
          ),
        },
      ],
    });
    const said = { status: 'DENY', page: 'DENY', list: 'DENY', packages: policy.packages };
    expect(await saidOf(id)).toEqual(said);
    const { counts } = await calls().policy.summary();
    expect(counts).toEqual({ denied: 1, warned: 0, allowed: 0 });
    expect((await calls().policy.effects()).counts).toEqual(counts);
    const { points } = await calls().policy.forecast({});
    expect(points).toMatchObject([{ denied: 1, warned: 0, allowed: 0 }]);
    const { items } = await calls().policy.images({ action: 'DENY' });
    expect(items).toMatchObject([
      {
        because: { productName: 'old', cycle: '1.0.0', purl: OLD, policyId, appliesOn: null },
        others: 0,
      },
    ]);
  });

  test('says the same of a check, which stores nothing', async () => {
    await makePolicy(deps, organizationId, { deprecated: 'DENY' });
    const scanner = await rest.as(organizationId, 'scanner');
    const components = [OLD, CALM, FINE].map((purl) => {
      const [, name = '', version = ''] = /\/(.+)@(.+)$/.exec(purl) ?? [];
      return { type: 'library', name, version, purl };
    });
    const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
    const { body } = await scanner('POST', '/sbom/check', document);
    expect(body).toMatchObject({
      policy: { action: 'DENY', packages: [{ name: 'old', action: 'DENY' }] },
    });
    const kept = await deps.db.query('SELECT 1 FROM component WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(kept).toEqual([]);
  });

  test('judges by no word of a registry for longer because of an upload', async () => {
    await makePolicy(deps, organizationId, { deprecated: 'DENY' });
    deps.clock.set('2026-12-21T12:00:00Z');
    const { policy } = await scan();
    expect(policy.packages).toMatchObject([{ name: 'old' }]);
    const kept = await deps.db.query<{ on: string }>(
      `SELECT to_char(checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS on FROM component_fact
        WHERE organization_id = $1 AND degree = 'registry'`,
      [organizationId],
    );
    expect(kept).toEqual([{ on: '2026-11-21' }]);
    deps.clock.set('2026-12-22T12:00:00Z');
    const other = await makeOrganization(deps);
    await makePolicy(deps, other, { deprecated: 'DENY' });
    const later = await scanImage(deps, other, { packages: [OLD] });
    expect(later.policy.packages).toEqual([]);
  });

  test('comes to bear on images that nobody scans again, and goes again', async () => {
    const { image_tag_id: id } = await scan();
    await deps.db.query(
      `INSERT INTO component_fact (organization_id, component_id, degree, kind, message, checked_at)
       SELECT organization_id, id, 'registry', 'deprecated', 'Deprecated.', now()
         FROM component WHERE organization_id = $1 AND name = 'old'`,
      [organizationId],
    );
    await countInventories(organizationId, deps.db);
    policyId = await makePolicy(deps, organizationId, { deprecated: 'WARN' });
    expect(await saidOf(id)).toMatchObject({ status: 'WARN', page: 'WARN', list: 'WARN' });
    await deps.db.of(organizationId).componentFact.deleteMany({});
    expect(await saidOf(id)).toMatchObject({ status: 'ALLOW', page: 'ALLOW', list: 'ALLOW' });
    const { policy } = await scan({ image: 'shop-api:2.0', packages: [OLD] });
    // The component is known, and its registry was not found to say anything of it: the next round finds that.
    expect(policy.packages).toEqual([]);
  });

  test('leaves alone what has a known end, what does not ship, and what it knows nothing of', async () => {
    await makePolicy(deps, organizationId, { denyDays: 3_650, deprecated: 'DENY' });
    const { policy, image_tag_id: id } = await scan({
      software: [{ product: 'Old', cycle: '1', type: 'npm', eol: '2026-10-01', packages: [OLD] }],
      packages: [FINE, 'pkg:npm/nobody-asked@1.0.0'],
    });
    expect(policy).toMatchObject({ violations: [{ product_name: 'Old' }], packages: [] });
    expect((await saidOf(id)).packages).toEqual([]);
    const development = await scan({ image: 'b:1', packages: [], development: [OLD] });
    expect(development.policy).toMatchObject({ action: 'ALLOW', packages: [] });
  });

  test('denies from a day on, and warns before', async () => {
    const deniesFrom = '2026-12-01' as never;
    await makePolicy(deps, organizationId, { deprecated: 'DENY', deniesFrom });
    const { policy, image_tag_id: id } = await scan();
    expect(policy).toMatchObject({ action: 'WARN', packages: [{ name: 'old', action: 'WARN' }] });
    const { points } = await calls().policy.forecast({});
    expect(points).toMatchObject([
      { on: '2026-11-21', warned: 1 },
      { on: '2026-12-01', denied: 1 },
    ]);
    deps.clock.set('2026-12-01T00:00:00Z');
    expect(await saidOf(id)).toMatchObject({ status: 'DENY', list: 'DENY' });
  });

  test('is not told to scanners where it says nothing else', async () => {
    await makePolicy(deps, organizationId, { deprecated: 'DENY' });
    const scanner = await rest.as(organizationId, 'scanner');
    expect((await scanner('GET', '/v1/policy')).body).toEqual([]);
    expect((await scanner('GET', '/v2/policy')).body).toEqual([]);
  });

  test('is tried out before it is kept', async () => {
    await makePolicy(deps, organizationId, { denyDays: 0 });
    await scan({ packages: [FINE] });
    await makePolicy(deps, organizationId, { stale: 'WARN', scope: 'project', projectName: 'b' });
    await scan({ image: 'api:2' });
    const body = { policy_scope: 'global', policy_type: 'EOL', deprecated: 'DENY' } as const;
    const preview = await calls().policy.preview({ policyId: null, body });
    expect(preview).toMatchObject({
      counts: { before: { denied: 0 }, after: { denied: 1, allowed: 1 } },
      newlyDenied: { images: 1 },
      software: { total: 0 },
      packages: { total: 1, items: [{ name: 'old', purl: OLD, action: 'DENY', images: 1 }] },
      scannerDifferences: {
        items: [{ productName: 'old', reason: 'registry', ours: 'DENY', scanner: 'ALLOW' }],
      },
    });
  });

  test('crosses no organization', async () => {
    await makePolicy(deps, organizationId, { deprecated: 'DENY' });
    await scan();
    const other = await makeOrganization(deps);
    await scanImage(deps, other, { packages: [OLD] });
    expect((await callAs(deps, other).policy.summary()).counts.denied).toBe(0);
  });
});

describe('a waiver', () => {
  let member: SignedIn;
  let admin: SignedIn;
  beforeEach(async () => {
    member = await signedIn(deps, rest, { organizationId, role: 'member' });
    admin = await signedIn(deps, rest, { organizationId, role: 'admin' });
  });

  test('of a package by its package URL and version lets it through for a time', async () => {
    await makePolicy(deps, organizationId, { deprecated: 'DENY' });
    const { image_tag_id: id } = await scan();
    const asked = await ask(member, {
      ...{ product_name: 'pkg:npm/old', cycle: '1.0.0', ends_on: '2026-12-01' },
    });
    await decide(admin, asked.id, 'granted');
    expect(await saidOf(id)).toMatchObject({ status: 'ALLOW', list: 'ALLOW', packages: [] });
    expect((await scan()).policy).toMatchObject({
      action: 'ALLOW',
      packages: [],
      waived_packages: [{ name: 'old', waived_action: 'DENY', waiver_id: asked.id }],
    });
    deps.clock.set('2026-12-02T00:00:00Z');
    expect(await saidOf(id)).toMatchObject({ status: 'DENY', list: 'DENY' });
  });
});
