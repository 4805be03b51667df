import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningContainer, runningImage } from '@/domain/cluster/report';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { endsOf, makeContract, wrongsOf } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { scanImage } from '@/test/factories';
import { failingOnce } from '@/test/failing';
import { bringAll } from './jobs';
import { bringNamespaces } from './service/clusters';
import { recordInventory } from './service/reports';

let deps: TestDeps;
beforeAll(async () => {
  deps = testDeps(await testDatabase());
  const cycles = [{ name: '10', supportedUntil: '2024-06-30' }];
  await withCatalog(deps, [importedProduct({ name: 'Debian', cycles })]);
});
afterAll(() => deps.db.close());

interface InNamespaces {
  readonly name: string;
  /** Namespaces by image. */
  readonly running: Readonly<Record<string, string>>;
}

function report(organization: OrganizationId, { name, running }: InNamespaces) {
  return recordInventory(deps, organization, {
    ...{ name, version: null, distribution: null, nodes: null },
    containers: Object.entries(running).map(([image, namespace]) =>
      runningContainer({
        ...{ namespace, owner: { kind: 'Deployment', name: 'api' }, container: 'main' },
        ...{ image: runningImage(image, null), pods: 1, os: null },
      }),
    ),
  });
}

test('a project is of the team that a rule names for the namespace its image runs in', async () => {
  const organization = await makeOrganization(deps);
  const api = callAs(deps, organization, 'admin');
  const { id: team_id } = await api.team.create({ body: { name: 'Payments' } });
  const shop = await scanImage(deps, organization, { project: 'shop', image: 'acme/shop:1' });
  const bank = await scanImage(deps, organization, { project: 'bank', image: 'acme/bank:1' });
  const owners = async () => {
    const ids = [shop.project_id, bank.project_id];
    const found = await Promise.all(ids.map((id) => api.team.ownerOf({ id })));
    return found.map(({ owner, rule }) => owner && rule);
  };
  const rules = [{ kind: 'namespace' as const, cluster: 'PROD-*', namespace: 'pay*', team_id }];
  await api.team.saveRules({ body: { rules } });
  await report(organization, {
    name: 'prod-eu',
    running: { 'acme/shop:1': 'payments', 'acme/bank:1': 'bank' },
  });
  await report(organization, { name: 'test', running: { 'acme/bank:1': 'payments' } });
  const { signal } = new AbortController();
  expect(await bringAll(failingOnce(deps), signal)).toEqual({ failed: 1 });
  expect(deps.logged()).toContain('owners by namespace could not be found');
  expect(await owners()).toEqual([null, null]);
  expect(await bringAll(deps, signal)).toEqual({ failed: 0 });
  expect(await owners()).toEqual(['namespace PROD-*/pay*', null]);
  expect(await bringNamespaces(deps, organization)).toBe(0);

  // An upload, and rules that are saved again, know it without asking the clusters.
  await scanImage(deps, organization, {
    project: 'shop',
    image: 'acme/shop:1',
    labels: { a: 'b' },
  });
  await api.team.saveRules({ body: { rules } });
  expect(await owners()).toEqual(['namespace PROD-*/pay*', null]);

  await report(organization, { name: 'prod-eu', running: { 'acme/bank:1': 'payments' } });
  expect(await bringNamespaces(deps, organization)).toBe(2);
  expect(await owners()).toEqual([null, 'namespace PROD-*/pay*']);
  deps.clock.advance(8 * DAY_MS);
  expect(await bringNamespaces(deps, organization)).toBe(1);
  expect(await owners()).toEqual([null, null]);
});

test('a cluster that is forgotten takes along what its namespaces said of owners, and what that covers', async () => {
  deps.clock.set('2026-11-21T12:00:00Z');
  const organization = await makeOrganization(deps);
  const api = callAs(deps, organization, 'admin');
  const { id: team_id } = await api.team.create({ body: { name: 'Payments' } });
  await makeContract(deps, organization, { scope: 'team', teamId: team_id });
  const software = [{ product: 'Debian', cycle: '10', eol: '2024-06-30' }];
  const scan = (project: string) =>
    scanImage(deps, organization, { project, image: `acme/${project}:1`, software });
  const projects = [await scan('shop'), await scan('bank'), await scan('till')];
  const owned = async () => {
    const found = await Promise.all(projects.map(({ project_id: id }) => api.team.ownerOf({ id })));
    return found.map(({ owner }) => owner?.name ?? null);
  };
  const rules = [
    { kind: 'namespace' as const, cluster: '*', namespace: 'payments', team_id },
    { kind: 'name' as const, pattern: 'till', team_id },
  ];
  await api.team.saveRules({ body: { rules } });
  const everywhere = { 'acme/bank:1': 'payments', 'acme/till:1': 'payments' };
  const { id } = await report(organization, {
    name: 'old',
    running: { 'acme/shop:1': 'payments', ...everywhere },
  });
  await report(organization, { name: 'new', running: { 'acme/bank:1': 'payments' } });
  await bringNamespaces(deps, organization);
  expect(await owned()).toEqual(['Payments', 'Payments', 'Payments']);
  expect((await endsOf(deps, organization))['shop acme/shop Debian 10']).toContain('by Freexian');

  await api.cluster.delete({ id });
  expect(await owned()).toEqual([null, 'Payments', 'Payments']);
  expect(await endsOf(deps, organization)).toEqual({
    'shop acme/shop Debian 10': '2024-06-30',
    'bank acme/bank Debian 10': '2028-01-01 by Freexian',
    'till acme/till Debian 10': '2028-01-01 by Freexian',
  });
  expect(await wrongsOf(deps, organization)).toEqual([]);
  expect(await bringNamespaces(deps, organization)).toBe(0);
});
