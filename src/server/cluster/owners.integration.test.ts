import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningContainer, runningImage } from '@/domain/cluster/report';
import { DAY_MS } from '@/domain/eol/calendar';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
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
});
afterAll(() => deps.db.close());

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
  const report = (name: string, running: Readonly<Record<string, string>>) =>
    recordInventory(deps, organization, {
      ...{ name, version: null, distribution: null, nodes: null },
      containers: Object.entries(running).map(([image, namespace]) =>
        runningContainer({
          ...{ namespace, owner: { kind: 'Deployment', name: 'api' }, container: 'main' },
          ...{ image: runningImage(image, null), pods: 1, os: null },
        }),
      ),
    });
  const rules = [{ kind: 'namespace' as const, cluster: 'PROD-*', namespace: 'pay*', team_id }];
  await api.team.saveRules({ body: { rules } });
  await report('prod-eu', { 'acme/shop:1': 'payments', 'acme/bank:1': 'bank' });
  await report('test', { 'acme/bank:1': 'payments' });
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

  await report('prod-eu', { 'acme/bank:1': 'payments' });
  expect(await bringNamespaces(deps, organization)).toBe(2);
  expect(await owners()).toEqual([null, 'namespace PROD-*/pay*']);
  deps.clock.advance(8 * DAY_MS);
  expect(await bringNamespaces(deps, organization)).toBe(1);
  expect(await owners()).toEqual([null, null]);
});
