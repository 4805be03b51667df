import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '@/domain/catalog/catalog';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { countWrongCatalogFacts } from '@/server/catalog/service/facts';
import { keepOlderLines } from '@/server/catalog/service/older-lines';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { RestClient } from '@/test/rest-client';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
});
afterAll(() => deps.db.close());

const DAY_MS = 86_400_000;

type Cycle = NonNullable<Parameters<typeof importedProduct>[0]['cycles']>[number];

const redis = (...more: Cycle[]): Product =>
  importedProduct({
    name: 'Redis',
    purls: ['pkg:generic/redis'],
    references: [{ type: 'WEB', url: 'https://redis.io' }],
    cycles: [
      { name: '8.2', releasedOn: '2025-08-01' },
      { name: '6.0', releasedOn: '2020-04-30', supportedUntil: '2024-08-29' },
      { name: '5.0', releasedOn: '2018-10-17', supportedUntil: '2022-04-27' },
      ...more,
    ],
  });

const OLD_REDIS = { image: 'cache', packages: ['pkg:generic/redis@4.0.14'] };

async function findings(organizationId: OrganizationId, imageTagId: string) {
  const found = await callAs(deps, organizationId).image.findings({ imageTagId });
  return found.map((one) => ({
    what: `${one.productName} ${one.releaseCycle}`,
    eolDate: one.eolDate,
    eolDateKnown: one.eolDateKnown,
    eolSource: one.eolSource,
    estimatedFrom: one.estimatedFrom,
    next: one.advice?.target?.label ?? null,
  }));
}

const ESTIMATED = {
  what: 'Redis 4.0',
  eolDate: '2026-11-21',
  eolDateKnown: false,
  eolSource: 'inferred',
  estimatedFrom: '5.0',
  next: '8.2',
};

test('what is older than the oldest cycle has ended, by estimate, until the catalog knows better', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  const answer = await scanImage(deps, organizationId, OLD_REDIS);
  expect(answer.eol).toEqual({ low: 0, med: 0, high: 1 });
  const find = () => findings(organizationId, answer.image_tag_id);
  expect(await find()).toEqual([ESTIMATED]);
  const caller = callAs(deps, organizationId);
  const rest = await caller.software.list({ page: 1, size: 10, eol_filter: 'EOL' });
  expect(rest.items).toMatchObject([{ productCycle: '4.0', estimatedFrom: '5.0' }]);
  expect(await caller.scanner.software()).toMatchObject([
    { release_cycle: '4.0', estimated_from: '5.0' },
  ]);

  // The catalog learns the cycle: the same finding, now by its own date.
  const known = { name: '4.0', releasedOn: '2017-07-14', supportedUntil: '2020-10-31' };
  await withCatalog(deps, [redis(known)]);
  await rematchOrganization(deps, organizationId);
  const stated = { eolDate: '2020-10-31', eolDateKnown: true, eolSource: 'catalog' };
  expect(await find()).toEqual([{ ...ESTIMATED, ...stated, estimatedFrom: null }]);

  // It learns that it is still supported without an end: no finding.
  await withCatalog(deps, [redis({ name: '4', releasedOn: '2017-07-14' })]);
  await rematchOrganization(deps, organizationId);
  expect(await find()).toEqual([]);

  await withCatalog(deps, [redis()]);
  await rematchOrganization(deps, organizationId);
  expect(await find()).toEqual([ESTIMATED]);
});

test('a scanner’s cycle without an end is estimated too, one with an end keeps it', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  const software = [
    { product: 'Redis', cycle: '4.0', packages: ['redis@4.0.14'] },
    { product: 'Redis', cycle: '3.2', eol: '2027-01-01', packages: ['redis@3.2.0'] },
    { product: 'Redis', cycle: '2.8', ended: true, packages: ['redis@2.8.0'] },
    { product: 'Redis', cycle: '0.0', packages: ['redis@0.0.0'] },
    { product: 'Redis', cycle: 'dev', packages: ['redis@dev'] },
    { product: 'Redis', cycle: '3.9.9', packages: ['redis@3.9.9'] },
  ];
  const answer = await scanImage(deps, organizationId, { image: 'scanned', software });
  const sources = await deps.db.query(
    `SELECT cycle, eol_source AS source, eol_on_known AS known, catalog_inferred_from AS from
       FROM software_cycle WHERE organization_id = $1 ORDER BY cycle COLLATE "C"`,
    [organizationId],
  );
  expect(sources).toEqual([
    { cycle: '0.0', source: 'scanner', known: false, from: null },
    { cycle: '2.8', source: 'scanner', known: false, from: '5.0' },
    { cycle: '3.2', source: 'scanner', known: true, from: '5.0' },
    { cycle: '3.9.9', source: 'scanner', known: false, from: null },
    { cycle: '4.0', source: 'inferred', known: false, from: '5.0' },
    { cycle: 'dev', source: 'scanner', known: false, from: null },
  ]);
  const shown = await findings(organizationId, answer.image_tag_id);
  expect(shown.filter(({ estimatedFrom }) => estimatedFrom !== null)).toMatchObject([
    { what: 'Redis 4.0' },
  ]);
});

test('policies warn of it at most, and a stock scanner does not find it', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  const caller = callAs(deps, organizationId, 'admin');
  await caller.policy.create({
    body: { policy_scope: 'global', policy_type: 'EOL', deny_days: 0 },
  });
  const answer = await scanImage(deps, organizationId, OLD_REDIS);
  expect(answer.policy).toMatchObject({
    action: 'WARN',
    violations: [{ product_name: 'Redis', cycle: '4.0', action: 'WARN' }],
  });
  const preview = await caller.policy.preview({ policyId: null, body: null });
  expect(preview.software.items).toMatchObject([{ cycle: '4.0', estimatedFrom: '5.0' }]);
  const warned = await caller.policy.images({ action: 'WARN' });
  expect(warned.items).toMatchObject([{ because: { cycle: '4.0', estimatedFrom: '5.0' } }]);
  expect(preview.scannerDifferences.items).toMatchObject([
    { cycles: ['4.0'], ours: 'WARN', scanner: 'ALLOW', reason: 'not_found_by_scanner' },
  ]);
});

test('it begins on the day that the oldest cycle ends, with no other change', async () => {
  const product = importedProduct({
    name: 'Ending',
    purls: ['pkg:generic/ending'],
    cycles: [
      { name: '3', releasedOn: '2022-01-01' },
      { name: '2', releasedOn: '2020-01-01', supportedUntil: '2026-11-23' },
    ],
  });
  const mine = testDeps(deps.db);
  await withCatalog(mine, [product]);
  const organizationId = await makeOrganization(mine);
  const caller = callAs(mine, organizationId);
  const { image_tag_id: imageTagId } = await scanImage(mine, organizationId, {
    image: 'later',
    packages: ['pkg:generic/ending@1.4.2'],
    software: [{ product: 'Ending', cycle: '1', packages: ['ending@1.4'] }],
  });
  const count = async () => {
    const found = await caller.image.findings({ imageTagId });
    return found.filter(({ estimatedFrom }) => estimatedFrom === '2').length;
  };
  await rematchOrganization(mine, organizationId);
  expect(await count()).toBe(0);
  mine.clock.advance(2 * DAY_MS);
  await rematchOrganization(mine, organizationId);
  expect(await count()).toBe(2);
});

test('a database of an earlier version learns what follows from its catalog when the service starts', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  const software = [{ product: 'Redis', cycle: '4.0', packages: ['redis@4.0.14'] }];
  await scanImage(deps, organizationId, { image: 'earlier', software });
  await deps.db.query('DELETE FROM catalog_older_line');
  await deps.db.query(`DELETE FROM catalog_cycle_interval WHERE cycle = '6.0'`);
  await deps.db.query(
    `UPDATE software_cycle SET catalog_inferred_from = NULL, eol_on = NULL, eol_source = 'scanner'
      WHERE organization_id = $1`,
    [organizationId],
  );
  await keepOlderLines(deps);
  const rows = await deps.db.query(
    'SELECT eol_source AS source FROM software_cycle WHERE organization_id = $1',
    [organizationId],
  );
  expect(rows).toEqual([{ source: 'inferred' }]);
  expect(await countWrongCatalogFacts(deps.db)).toBe(0);
});

test('an organization’s own date stands in the place of the estimate', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  const { image_tag_id: imageTagId } = await scanImage(deps, organizationId, OLD_REDIS);
  await callAs(deps, organizationId, 'admin').catalog.setOverride({
    product: 'Redis',
    cycle: '4.0',
    ends_on: '2030-01-01',
    reason: 'we maintain it',
  });
  expect(await findings(organizationId, imageTagId)).toMatchObject([
    { what: 'Redis 4.0', eolDate: '2030-01-01', eolSource: 'override', estimatedFrom: null },
  ]);
  const { results } = await callAs(deps, organizationId).check.components({
    body: { components: [{ name: 'redis', version: '4.0.14' }] },
  });
  expect(results[0]).toMatchObject({ eol: false });
  expect(results[0]).not.toHaveProperty('estimated_from');
});

test('builds are denied by an estimate only where a policy says so', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  const admin = callAs(deps, organizationId, 'admin');
  const body = { policy_scope: 'global', policy_type: 'EOL', deny_days: 0 } as const;
  const { id } = await admin.policy.create({ body });
  const unchanged = { policy_scope: null, policy_type: null };
  const soft = await scanImage(deps, organizationId, OLD_REDIS);
  expect(soft.policy.action).toBe('WARN');
  await admin.policy.patch({ id, body: { ...unchanged, deny_estimates: true } });
  const hard = await scanImage(deps, organizationId, OLD_REDIS);
  expect(hard.policy.action).toBe('DENY');
  expect((await admin.policy.list())[0]).toMatchObject({ deny_estimates: true });
  await admin.policy.patch({ id, body: { ...unchanged, deny_estimates: null } });
  expect((await admin.policy.list())[0]).not.toHaveProperty('deny_estimates');
});

test('what a scanner or a document says has ended is no estimate, wherever it is judged', async () => {
  await withCatalog(deps, [redis()]);
  const organizationId = await makeOrganization(deps);
  await callAs(deps, organizationId, 'admin').policy.create({
    body: { policy_scope: 'global', policy_type: 'EOL', deny_days: 0, deny_estimates: true },
  });
  const said = await scanImage(deps, organizationId, {
    software: [{ product: 'Redis', cycle: '4.0', ended: true, packages: ['redis@4.0.14'] }],
  });
  expect(said.policy.action).toBe('WARN');
  const level = { name: 'eventide:supportLevel', value: 'noSupport' };
  const document = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
    components: ['4.0.14', '3.2.1'].map((version) => ({
      ...{ type: 'library', name: 'redis', version, purl: `pkg:generic/redis@${version}` },
      properties: [level],
    })),
  };
  const scanner = await new RestClient(deps).as(organizationId, 'admin');
  const path = `/sbom/check?against=${said.image_tag_id}`;
  const { body } = await scanner('POST', path, document);
  const found = { product_name: 'Redis', eol_date: '2026-11-21', state: 'ended' };
  expect(body).toMatchObject({
    policy: { action: 'WARN' },
    findings: ['3.2', '4.0'].map((cycle) => ({ ...found, cycle, evidence: 'sbom' })),
    difference: { findings: { new_total: 2 } },
  });
  expect(JSON.stringify(body)).not.toContain('estimated_from');
  const { body: uploaded } = await scanner('PUT', '/sbom?name=redis&tag=1', document);
  expect(uploaded).toMatchObject({ policy: { action: 'WARN' } });
  expect(JSON.stringify(uploaded)).not.toContain('estimated_from');
});
