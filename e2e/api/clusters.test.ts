import { beforeAll, describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import type { ApiAnswer, ApiClient } from './harness/api-client';
import { faultsIn } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { makeTenant, type Tenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const DIGEST = `sha256:${'4f'.repeat(32)}`;

const trivyObject = (image: string, more: object = {}) => ({
  ...{ apiVersion: 'aquasecurity.github.io/v1alpha1', kind: 'SbomReport' },
  metadata: {
    labels: {
      'trivy-operator.resource.kind': 'ReplicaSet',
      'trivy-operator.resource.name': 'api-7c9d8f6b5d',
      'trivy-operator.resource.namespace': 'shop',
      'trivy-operator.container.name': 'api',
    },
  },
  report: {
    artifact: { repository: image, tag: '1' },
    registry: { server: 'registry.example.com' },
    components: {
      ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
      components: [{ type: 'library', name: 'django', purl: 'pkg:pypi/django@3.2.25' }],
    },
  },
  ...more,
});
const inventory = (cluster: string) => ({
  ...{ cluster_name: cluster, timestamp: '2026-11-23T10:00:00Z' },
  serverVersionMetadata: { major: '1', minor: '30', gitVersion: 'v1.30.4' },
  namespaces: [{ name: 'shop', uid: 'n' }],
  nodes: [{ name: 'one', uid: 'o', kubelet_version: 'v1.30.4', operating_system: 'linux' }],
  pods: [{ name: 'api-7c9d8f6b5d-x7k2p', uid: 'p', namespace_uid: 'n', node_uid: 'o' }],
  containers: [{ id: 'c', name: 'api', image_tag: 'never:1', image_digest: DIGEST, pod_uid: 'p' }],
});
const DJANGO = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'container', name: 'elsewhere', version: '9' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
};
const agentReport = (cluster: string) => ({
  ...{ cluster_name: cluster, inventory_type: 'kubernetes', serverVersionMetadata: null },
  results: [{ namespace: 'empty', containers: null }],
});

describe.each(mounts)('clusters on the $name mount', (mount) => {
  let tenant: Tenant;
  let scanner: ApiClient;
  let viewer: ApiClient;
  beforeAll(async () => {
    tenant = await makeTenant();
    scanner = clientOf(mount).withKey(tenant.keys.scanner);
    viewer = clientOf(mount).withKey(tenant.keys.viewer);
  });

  const ok = ({ status, json, text }: ApiAnswer): unknown => {
    expect(status, text).toBe(200);
    return json;
  };
  const trivy = (body: object, cluster: string) =>
    scanner.post('/k8s/trivy', body, { query: { cluster } });
  const running = async (clusterId: string) =>
    ok(await viewer.get(`/clusters/${clusterId}/workloads`));

  it('an SBOM of the operator stores the image and where it runs; a deletion, which names any report, ends nothing', async () => {
    const cluster = unique('cluster');
    const image = unique('image');
    const stored = ok(await trivy(trivyObject(image), cluster)) as {
      cluster_id: string;
      image: { image_tag_id: string };
    };
    expect(stored).toMatchObject({ cluster, outcome: 'stored', report: 'SbomReport' });
    expect(await running(stored.cluster_id)).toMatchObject({
      items: [
        {
          ...{ namespace: 'shop', ownerKind: 'Deployment', ownerName: 'api', container: 'api' },
          image: { imageTagId: stored.image.image_tag_id, states: { ended: 1 } },
        },
      ],
    });
    const gone = { verb: 'delete', operatorObject: trivyObject(image) };
    expect(ok(await trivy(gone, cluster))).toMatchObject({ outcome: 'ignored', report: null });
    expect(await running(stored.cluster_id)).toMatchObject({ total: 1 });
  });

  it('a policy for what runs judges what runs, and scanners are not told of it', async () => {
    const own = await makeTenant();
    const [admin, build] = [own.keys.admin, own.keys.scanner].map((key) =>
      clientOf(mount).withKey(key),
    );
    if (!admin || !build) throw new Error('A tenant has keys of each role');
    const body = { policy_scope: 'global', policy_type: 'EOL', deny_days: 0, only_running: true };
    const created = await admin.post('/v1/policy', body);
    expect(created.json, created.text).toMatchObject({ ...body, warn_days: null });
    const { id } = created.json as { id: string };
    expect(ok(await admin.get(`/v1/policy/${id}`))).toMatchObject({ only_running: true });
    expect(ok(await build.get('/v1/policy'))).toEqual([]);
    expect(ok(await build.get('/v2/policy'))).toEqual([]);
    const check = async (query: Record<string, string>) => {
      const { policy } = ok(await build.post('/sbom/check', DJANGO, { query })) as {
        policy: { action: string; only_running: object };
      };
      return [policy.action, policy.only_running];
    };
    const shop = { name: 'never', tag: '1' };
    const told = (runs: boolean | null) => ({ policies: 1, runs });
    expect(await check(shop)).toEqual(['ALLOW', told(null)]);
    ok(await build.post('/v2/kubernetes-inventory', inventory(unique('cluster'))));
    expect(await check(shop)).toEqual(['DENY', told(true)]);
    expect(await check({ digest: DIGEST })).toEqual(['DENY', told(true)]);
    expect(await check({ ...shop, tag: '2' })).toEqual(['ALLOW', told(false)]);
    expect(await check({})).toEqual(['ALLOW', told(false)]);
    const uploaded = ok(await build.put('/sbom', DJANGO, { query: shop }));
    expect(uploaded).toMatchObject({ policy: { action: 'DENY', only_running: told(true) } });
    expect((await build.post('/sbom/check', DJANGO, { query: { digest: 'x' } })).status).toBe(422);
  });

  it('other reports of the operator are ignored, and the answer says so', async () => {
    const other = trivyObject('a', { kind: 'ConfigAuditReport', report: {} });
    for (const body of [other, { verb: 'update', operatorObject: other }]) {
      const answer = ok(await trivy(body, unique('cluster'))) as { message: string };
      expect(answer).toMatchObject({ outcome: 'ignored', report: 'ConfigAuditReport' });
      expect(answer.message).toContain('ConfigAuditReport');
    }
  });

  it('an inventory of k8s-inventory is taken with the key as password', async () => {
    const cluster = unique('cluster');
    const basic = Buffer.from(`anyone:${tenant.keys.scanner}`).toString('base64');
    const send = (credentials: string) =>
      clientOf(mount).send({
        ...{ method: 'POST', target: '/v2/kubernetes-inventory' },
        body: JSON.stringify(inventory(cluster)),
        headers: {
          ...{ 'content-type': 'application/json', 'x-anchore-account': 'admin' },
          authorization: `Basic ${credentials}`,
        },
      });
    const { cluster_id: id } = ok(await send(basic)) as { cluster_id: string };
    expect(ok(await viewer.get(`/clusters/${id}`))).toMatchObject({
      ...{ name: cluster, distribution: 'kubernetes', version: 'v1.30.4', containers: 1 },
      ...{ unscanned: 1, nodes: 1, nodeList: [{ name: 'one', kubelet: { text: 'v1.30.4' } }] },
    });
    expect((await send(Buffer.from('anyone:password').toString('base64'))).status).toBe(401);
    const wrong = Buffer.from(`anyone:evt_AAAAAAAA_${'A'.repeat(43)}`).toString('base64');
    expect((await send(wrong)).status).toBe(401);
  });

  it('k8s-inventory is told a version with which it begins to report, and registers nowhere', async () => {
    const { json } = await clientOf(mount).send({ method: 'GET', target: '/version' });
    // From 1.7.0 on it reports nothing before it has read the second; from 5.11 on it would ask for a route that is not here.
    expect(json).toMatchObject({ api: { version: '2' }, service: { version: '5.10.0' } });
  });

  it('an inventory of the agent is answered with exactly 200', async () => {
    const cluster = unique('cluster');
    expect(ok(await scanner.put('/v1/inventories', agentReport(cluster)))).toMatchObject({
      ...{ cluster, containers: 0, nodes: null },
    });
  });

  it('a cluster can be forgotten by an admin alone', async () => {
    const { cluster_id: id } = ok(
      await scanner.put('/v1/inventories', agentReport(unique('cluster'))),
    ) as { cluster_id: string };
    const admin = clientOf(mount).withKey(tenant.keys.admin);
    expect((await viewer.delete(`/clusters/${id}`)).status).toBe(403);
    expect((await admin.delete(`/clusters/${id}`)).status).toBe(204);
    expect((await admin.delete(`/clusters/${id}`)).status).toBe(404);
    expect((await viewer.get(`/clusters/${id}`)).status).toBe(404);
  });

  it('what is no report is refused with the place, and nothing of it is stored', async () => {
    const cluster = unique('cluster');
    const post = (body: string | Buffer) =>
      scanner.post('/k8s/trivy', Buffer.from(body), { query: { cluster } });
    expect(faultsIn(await post('{"kind":'))[0]).toMatch(/^value_error at body/);
    expect(faultsIn(await post('[]'))).not.toEqual([]);
    expect(faultsIn(await post(''))).toEqual(['missing at body']);
    expect(faultsIn(await post('{"hello":"world"}'))).toEqual(['value_error at body.kind']);
    expect((await post('['.repeat(100_000))).status).toBe(422);
    expect((await post(gzipSync('{}').subarray(0, 12))).status).toBe(422);
    expect((await scanner.post('/k8s/trivy', trivyObject('a'))).status).toBe(422);
    const sbom = trivyObject('a');
    const broken = { ...sbom.report, components: { bomFormat: 'CycloneDX', specVersion: '1.6' } };
    const wrong = { ...broken, components: { ...broken.components, components: [{ name: 7 }] } };
    expect(faultsIn(await trivy({ ...sbom, report: wrong }, cluster))[0]).toContain(
      'report.components.components[0].name',
    );
    const long = inventory('x'.repeat(300));
    expect(faultsIn(await scanner.post('/v2/kubernetes-inventory', long))).toEqual([
      'string_too_long at body.cluster_name',
    ]);
    const none = { ...inventory(cluster), containers: 'none' };
    expect((await scanner.post('/v2/kubernetes-inventory', none)).status).toBe(422);
    expect((await scanner.put('/v1/inventories', { cluster_name: cluster })).status).toBe(422);
    const list = await viewer.get('/clusters', { query: { search: cluster } });
    expect(list.json).toMatchObject({ total: 0 });
  });
});
