import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import { MAX_CONTAINERS, runningContainer, runningImage } from '@/domain/cluster/report';
import type { ClusterReport, RunningContainer } from '@/domain/cluster/report';
import { DAY_MS } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makeOrganization } from '@/test/accounts';
import { callAs } from '@/test/callers';
import { importedProduct, withCatalog } from '@/test/catalog';
import { makeContract } from '@/test/contracts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { mostLookedAt } from '@/test/explained';
import { scanImage } from '@/test/factories';
import { recordContainer, recordInventory } from './service/reports';

let deps: TestDeps;
let organization: OrganizationId;

const DIGESTS = [1, 2, 3].map((one) => `sha256:${String(one).repeat(64)}`);
const [D1 = '', D2 = '', D3 = ''] = DIGESTS;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await withCatalog(deps, [
    importedProduct({
      ...{ name: 'Amazon EKS', slug: 'amazon-eks' },
      cycles: [
        { name: '1.33', supportedUntil: '2026-07-29', extendedUntil: '2027-07-29' },
        { name: '1.36', supportedUntil: '2027-08-02' },
      ],
    }),
    importedProduct({
      ...{ name: 'Debian', slug: 'debian', category: 'os' },
      cycles: [{ name: '10', supportedUntil: '2022-09-10' }],
    }),
  ]);
  await deps.catalog.start();
});
afterAll(async () => {
  await deps.catalog.stop();
  await deps.db.close();
});
beforeEach(async () => {
  organization = await makeOrganization(deps);
});

interface Given {
  readonly namespace?: string;
  readonly owner?: string;
  readonly image: string;
  readonly digest?: string;
  readonly pods?: number | null;
  readonly os?: RunningContainer['os'];
}
const running = ({ namespace = 'shop', owner = 'api', image, digest, ...more }: Given) =>
  runningContainer({
    ...{ namespace, owner: { kind: 'Deployment', name: owner }, container: 'main' },
    image: runningImage(image, digest ?? null),
    pods: more.pods ?? null,
    os: more.os ?? null,
  });
const report = (containers: Given[], more: Partial<ClusterReport> = {}): ClusterReport => ({
  ...{ name: 'prod', version: null, distribution: null, nodes: null },
  containers: containers.map((one) => running({ pods: 1, ...one })),
  ...more,
});
const put = (containers: Given[], more: Partial<ClusterReport> = {}) =>
  recordInventory(deps, organization, report(containers, more));
const putOne = (given: Given) => recordContainer(deps, organization, 'prod', running(given));
const calls = () => callAs(deps, organization);
const runs = async (query: object = {}) => {
  const [cluster] = (await calls().cluster.list({})).items;
  return calls().cluster.workloads({
    id: cluster?.id ?? '',
    sort: 'workload',
    direction: 'asc',
    ...query,
  });
};
const names = async (query: object = {}) =>
  (await runs(query)).items.map((one) => `${one.ownerName} ${one.imageName}:${one.imageTag}`);

test('an inventory takes the place of the last one: what it does not list is gone', async () => {
  const first = await put([{ image: 'a:1' }, { image: 'b:1', owner: 'web', pods: 3 }]);
  const second = await put([{ image: 'a:2' }, { image: 'b:1', owner: 'web', pods: 5 }]);
  expect(second.id).toBe(first.id);
  expect(await names()).toEqual(['api a:2', 'web b:1']);
  expect((await runs()).items.map(({ pods }) => pods)).toEqual([1, 5]);
  await put([]);
  expect(await names()).toEqual([]);
});

test('a report on one container takes the place of what that ran alone', async () => {
  await putOne({ image: 'a:1' });
  await putOne({ image: 'b:1', owner: 'web' });
  await putOne({ image: 'a:2' });
  expect(await names()).toEqual(['api a:2', 'web b:1']);
});

test('what runs is joined to what was scanned by digest, else by tag, of several the last', async () => {
  const scanned = (image: string, digest?: string, project = 'shop') =>
    scanImage(deps, organization, {
      ...{ image, project, software: [{ product: `of ${image} ${project}`, eol: '2020-01-01' }] },
      ...(digest === undefined ? {} : { digest }),
    });
  await put([
    { image: 'registry.example.com/a:1', digest: D1, owner: 'a' },
    { image: 'nginx:1.25', digest: D2, owner: 'b' },
    { image: 'never:1', digest: D3, owner: 'c' },
  ]);
  expect((await runs({ show: 'unscanned' })).total).toBe(3);

  const mirrored = await scanned('mirror.example.com/a:9', D1);
  const tagged = await scanned('docker.io/library/nginx:1.25');
  const found = () =>
    runs().then(({ items }) =>
      items.map(({ image }) => image && [image.imageTagId, image.joinedBy]),
    );
  expect(await found()).toEqual([
    [mirrored.image_tag_id, 'digest'],
    [tagged.image_tag_id, 'tag'],
    null,
  ]);
  deps.clock.advance(1_000);
  const later = await scanned('mirror.example.com/a:10', D1, 'other');
  expect((await found())[0]).toEqual([later.image_tag_id, 'digest']);
  expect(await names({ state: 'ended' })).toEqual(['a registry.example.com/a:1', 'b nginx:1.25']);
  expect(await names({ show: 'unscanned' })).toEqual(['c never:1']);
  expect(await names({ state: 'unknown' })).toEqual([]);
  expect(await names({ state: 'later' })).toEqual([]);
  const [cluster] = (await calls().cluster.list({})).items;
  expect(cluster).toMatchObject({
    containers: 3,
    states: { ended: 2, unknown: 0 },
    unscanned: 1,
    namespaces: 1,
  });
  expect((await calls().cluster.get({ id: cluster?.id ?? '' })).namespaceList).toEqual([
    { name: 'shop', containers: 3, states: { ended: 2, soon: 0, next: 0, later: 0, unknown: 0 } },
  ]);
});

test('images are listed with what runs them, and by whether anything does', async () => {
  const one = await scanImage(deps, organization, { image: 'a:1', software: [] });
  const other = await scanImage(deps, organization, { image: 'b:1', software: [] });
  const listed = (running?: boolean) =>
    calls()
      .image.listForDashboard({ running })
      .then(({ items }) => items.map((image) => [image.id, image.running]));
  expect(await listed(true)).toEqual([]);
  expect(await listed(false)).toHaveLength(2);
  await put([
    { image: 'a:1', owner: 'x' },
    { image: 'a:1', owner: 'y' },
    { image: 'never:1', owner: 'z' },
  ]);
  expect(await listed()).toEqual([
    [one.image_tag_id, 2],
    [other.image_tag_id, 0],
  ]);
  expect(await listed(true)).toEqual([[one.image_tag_id, 2]]);
  expect(await listed(false)).toEqual([[other.image_tag_id, 0]]);
  expect((await calls().image.list({ running: 'true' })).total).toBe(1);
  expect(await calls().image.get({ imageTagId: one.image_tag_id })).toMatchObject({
    running: 2,
    runsIn: [
      { clusterName: 'prod', namespace: 'shop', ownerName: 'x', joinedBy: 'tag', silent: false },
      { ownerName: 'y' },
    ],
  });

  // Silent for days it may come back; after a week nobody can say that it still runs.
  deps.clock.advance(6 * DAY_MS);
  expect(await listed(true)).toEqual([[one.image_tag_id, 2]]);
  expect(await calls().image.get({ imageTagId: one.image_tag_id })).toMatchObject({
    runsIn: [{ silent: true }, { silent: true }],
  });
  deps.clock.advance(2 * DAY_MS);
  expect(await listed(true)).toEqual([]);
  expect(await listed(false)).toHaveLength(2);
  expect(await calls().image.get({ imageTagId: one.image_tag_id })).toMatchObject({
    ...{ running: 0, runsIn: [] },
  });
});

test('the cluster and its kubelets are judged by who runs it; what costs money is said', async () => {
  const node = { containerRuntime: null, kernelVersion: null, operatingSystem: 'linux' };
  const { id } = await put([], {
    ...{ version: 'v1.36.1-eks-1', distribution: 'eks' },
    nodes: [
      { ...node, name: 'new', kubeletVersion: 'v1.36.0-eks-1' },
      { ...node, name: 'old', kubeletVersion: 'v1.33.2-eks-1' },
      { ...node, name: 'odd', kubeletVersion: null },
    ],
  });
  const cluster = await calls().cluster.get({ id });
  expect(cluster.support).toMatchObject({
    productName: 'Amazon EKS',
    cycle: '1.36',
    state: 'next',
  });
  expect(cluster.nodeList.map(({ name, kubelet }) => [name, kubelet.support.state])).toEqual([
    ['new', 'next'],
    ['odd', 'unknown'],
    ['old', 'ended'],
  ]);
  expect(cluster.nodeList[2]?.kubelet.support).toMatchObject({
    eolDate: '2026-07-29',
    paidSupport: { until: '2027-07-29' },
  });
  expect(cluster).toMatchObject({ nodes: 3, silent: false });
  // An own date counts here as everywhere.
  await callAs(deps, organization, 'admin').catalog.setOverride({
    ...{ product: 'Amazon EKS', cycle: '1.33', ends_on: '2027-07-29', reason: 'paid' },
  });
  const paid = await calls().cluster.get({ id });
  expect(paid.nodeList[2]?.kubelet.support).toMatchObject({ state: 'next', paidSupport: null });
});

test('an image that was never scanned is judged by the system that its report tells', async () => {
  await putOne({ image: 'old:1', os: { family: 'debian', name: '10.13' } });
  expect((await runs()).items).toMatchObject([
    { image: null, system: { text: 'debian 10.13', support: { state: 'ended', cycle: '10' } } },
  ]);
  // The same container told by an inventory, which knows no systems, keeps it.
  await put([{ image: 'old:1' }]);
  expect((await runs()).items).toMatchObject([{ pods: 1, system: { text: 'debian 10.13' } }]);
});

test('what was not heard of for a day is silent, and forgotten after thirty', async () => {
  await putOne({ image: 'a:1' });
  deps.clock.advance(2 * DAY_MS);
  await putOne({ image: 'b:1', owner: 'web' });
  expect(await names({ show: 'silent' })).toEqual(['api a:1']);
  const [heard] = (await calls().cluster.list({})).items;
  expect(heard).toMatchObject({ silent: false, silentContainers: 1, containers: 2 });
  deps.clock.advance(2 * DAY_MS);
  const [silent] = (await calls().cluster.list({})).items;
  expect(silent).toMatchObject({ silent: true, silentContainers: 2 });
  deps.clock.advance(27 * DAY_MS);
  await putOne({ image: 'b:1', owner: 'web' });
  expect(await names()).toEqual(['web b:1']);
});

test('a cluster is deleted with an entry in the audit trail, and is not there for others', async () => {
  const { id } = await put([{ image: 'a:1' }]);
  const other = callAs(deps, await makeOrganization(deps), 'admin');
  await expect(other.cluster.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(other.cluster.workloads({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(other.cluster.delete({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await other.cluster.list({})).total).toBe(0);
  const admin = callAs(deps, organization, 'admin');
  await admin.cluster.delete({ id });
  expect((await admin.cluster.list({})).total).toBe(0);
  expect((await admin.audit.list({})).items).toMatchObject([
    { action: 'cluster.delete', subject_id: id, before: { name: 'prod' } },
  ]);
});

test('lists of large clusters among many images take no row-by-row comparison', async () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    ...{ image: `registry.example.com/image-${String(index)}:1`, owner: `w${String(index)}` },
  }));
  const scanned = await scanImage(deps, organization, {
    ...{ image: 'registry.example.com/image-0:1', software: [{ product: 'P', eol: '2020-01-01' }] },
  });
  await deps.db.pool.query(
    `INSERT INTO image_tag SELECT (jsonb_populate_record(i, jsonb_build_object(
        'id', gen_random_uuid(), 'reference_key', gen_random_uuid(), 'tag', n::text,
        'canonical_name', 'registry.example.com/image-' || n,
        'repo_digests', jsonb_build_array('r@sha256:' || n)))).*
       FROM image_tag i, generate_series(1, 10000) n WHERE i.id = $1`,
    [scanned.image_tag_id],
  );
  const { id } = await put(many);
  await callAs(deps, organization).cluster.list({});
  const page = await callAs(deps, organization).cluster.workloads({ id, state: 'ended' });
  expect(page.total).toBe(2);
  // Each with each would be thirty million rows.
  const most = await mostLookedAt(deps, async (watched) => {
    const calls = callAs(watched, organization);
    await calls.cluster.list({});
    await calls.cluster.workloads({ id, state: 'ended' });
    await calls.cluster.get({ id });
    await calls.image.listForDashboard({ running: true });
    await calls.image.listForDashboard({ running: false });
    await calls.image.get({ imageTagId: scanned.image_tag_id });
  });
  expect(most).toBeLessThan(200_000);
});

test('a report on one container too many is refused', async () => {
  const { id } = await put([{ image: 'a:1' }]);
  await deps.db.pool.query(
    `INSERT INTO cluster_container SELECT (jsonb_populate_record(c, jsonb_build_object(
        'id', gen_random_uuid(), 'workload_key', gen_random_uuid()))).*
       FROM cluster_container c, generate_series(2, $2) WHERE c.cluster_id = $1`,
    [id, MAX_CONTAINERS],
  );
  await expect(putOne({ image: 'b:1', owner: 'web' })).rejects.toMatchObject({ code: 'conflict' });
});

test('what a contract covers everywhere is supported by it in clusters, what one covers in a project is not', async () => {
  const version = 'v1.33.9-eks-2d5f260';
  const node = { name: 'n1', kubeletVersion: version, containerRuntime: null };
  const systems = { kernelVersion: null, operatingSystem: 'Debian 10' };
  const { project_id: projectId } = await scanImage(deps, organization, { image: 'b:1' });
  const { id } = await put([{ image: 'a:1', os: { family: 'debian', name: '10.13' } }], {
    ...{ version, distribution: 'eks' as const, nodes: [{ ...node, ...systems }] },
  });
  const told = async () => {
    const cluster = await calls().cluster.get({ id });
    const [listed] = (await calls().cluster.list({})).items;
    const [workload] = (await runs()).items;
    const [first] = cluster.nodeList;
    return [
      ...[cluster.support, listed?.support, listed?.kubelets[0]?.support, first?.kubelet.support],
      ...[first?.system.support, workload?.system?.support],
    ].map((one) => [one?.cycle, one?.eolDate, one?.state, one?.evidence, one?.contract?.vendor]);
  };
  const ended = ['1.33', '2026-07-29', 'ended', 'catalog', undefined];
  const ofDebian = ['10', '2022-09-10', 'ended', 'catalog', undefined];
  const without = [ended, ended, ended, ended, ofDebian, ofDebian];
  expect(await told()).toEqual(without);
  const lines = [
    { productName: 'Amazon EKS', cycle: '1.33' },
    { productName: 'Debian', cycle: '10' },
  ];
  await makeContract(deps, organization, { lines, scope: 'project', projectId });
  expect(await told()).toEqual(without);
  await makeContract(deps, organization, { lines });
  const later = (cycle: string) => [cycle, '2028-01-01', 'later', 'contract', 'Freexian'];
  const [eks, debian] = [later('1.33'), later('10')];
  expect(await told()).toEqual([eks, eks, eks, eks, debian, debian]);
});
