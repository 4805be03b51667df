import { describe, expect, test } from 'vitest';
import { isDomainError } from '@/domain/errors';
import {
  anchoreInventory,
  readAnchoreInventory,
  readXeolInventory,
  xeolInventory,
} from './inventory';
import { ownerOf, ownerOfPod, runningImage } from './report';
import { readTrivyWebhook, trivyWebhook } from './trivy';

const DIGEST = `sha256:${'4f'.repeat(32)}`;

describe('images', () => {
  test.each([
    ['nginx', null, ['nginx', 'docker.io/library/nginx', 'latest', null]],
    ['nginx:1.25', DIGEST, ['nginx', 'docker.io/library/nginx', '1.25', DIGEST]],
    [
      'nginx:1.25',
      `docker.io/library/nginx@${DIGEST}`,
      [...['nginx', 'docker.io/library/nginx', '1.25', DIGEST]],
    ],
    [
      `r.example.com:5000/a/b@${DIGEST}`,
      null,
      [...['r.example.com:5000/a/b', 'r.example.com:5000/a/b', DIGEST, DIGEST]],
    ],
    ['nginx:1.25', 'no digest', ['nginx', 'docker.io/library/nginx', '1.25', null]],
  ])('%s pulled as %s', (reference, pulled, expected) => {
    const { name, canonicalName, tag, digest } = runningImage(reference, pulled);
    expect([name, canonicalName, tag, digest]).toEqual(expected);
  });
});

describe('workloads', () => {
  test.each([
    ['ReplicaSet', 'api-7c9d8f6b5d', 'Deployment', 'api'],
    // A ReplicaSet that somebody made by hand: no hash has vowels.
    ['ReplicaSet', 'web-server', 'ReplicaSet', 'web-server'],
    ['StatefulSet', 'db', 'StatefulSet', 'db'],
    ['Job', 'backup-29384710', 'CronJob', 'backup'],
    ['Job', 'migrate', 'Job', 'migrate'],
  ])('of %s %s', (kind, name, ownerKind, ownerName) => {
    expect(ownerOf(kind, name)).toEqual({ kind: ownerKind, name: ownerName });
  });

  test.each([
    ['api-7c9d8f6b5d-x7k2p', { 'pod-template-hash': '7c9d8f6b5d' }, 'Deployment', 'api'],
    ['api-7c9d8f6b5d-x7k2p', {}, 'Deployment', 'api'],
    ['db-0', { 'statefulset.kubernetes.io/pod-name': 'db-0' }, 'StatefulSet', 'db'],
    ['logs-x7k2p', { 'controller-revision-hash': '5b' }, 'DaemonSet', 'logs'],
    ['backup-29384710-x7k2p', { 'job-name': 'backup-29384710' }, 'CronJob', 'backup'],
    ['logs-x7k2p', {}, 'Pod', 'logs-x7k2p'],
    ['kube-proxy-node-1', {}, 'Pod', 'kube-proxy-node-1'],
  ])('of pod %s', (name, labels, kind, ownerName) => {
    expect(ownerOfPod(name, labels)).toEqual({ kind, name: ownerName });
  });
});

test('an inventory of k8s-inventory: pods of one workload are one container, with their number', () => {
  const pod = (uid: string) => ({
    ...{ name: `api-7c9d8f6b5d-${uid}`, uid, namespace_uid: 'n' },
    labels: { 'pod-template-hash': '7c9d8f6b5d' },
  });
  const container = (pod_uid: string) => ({
    ...{ id: pod_uid, name: 'api', image_tag: 'acme/shop:2', image_digest: DIGEST, pod_uid },
  });
  const report = readAnchoreInventory(
    anchoreInventory.parse({
      cluster_name: 'prod',
      serverVersionMetadata: { gitVersion: 'v1.31.4-eks-2d5f260', major: '1' },
      namespaces: [{ name: 'shop', uid: 'n' }],
      nodes: [{ name: 'one', uid: 'o', kubelet_version: 'v1.30.1', operating_system: 'linux' }],
      pods: [pod('x7k2p'), pod('b5k2p')],
      // The last one refers to a pod that the report does not have.
      containers: [container('x7k2p'), container('b5k2p'), container('lost')],
    }),
  );
  expect(report).toMatchObject({
    ...{ name: 'prod', version: 'v1.31.4-eks-2d5f260', distribution: 'eks' },
    nodes: [{ name: 'one', kubeletVersion: 'v1.30.1', containerRuntime: null }],
    containers: [
      {
        ...{ namespace: 'shop', ownerKind: 'Deployment', ownerName: 'api', container: 'api' },
        ...{ pods: 2, image: { name: 'acme/shop', tag: '2', digest: DIGEST } },
      },
    ],
  });
});

test('a cluster has a name that can be seen', () => {
  const report = (name: string) =>
    anchoreInventory.safeParse({ cluster_name: name, containers: [] });
  expect(['', ' ', '\t\n'].map((name) => report(name).success)).toEqual([false, false, false]);
  expect(report(' prod\n').data?.cluster_name).toBe('prod');
});

test('an inventory of the agent: null for no containers, a tag that is not there', () => {
  const item = (tag: string, name: string | null) => ({
    ...{ name: 'api', image: { tag, repoDigest: DIGEST } },
    pod: { name: 'api-x', deployment: name === null ? {} : { name } },
  });
  const report = readXeolInventory(
    xeolInventory.parse({
      cluster_name: 'prod',
      inventory_type: 'kubernetes',
      serverVersionMetadata: null,
      results: [
        { namespace: 'empty', containers: null },
        { namespace: 'shop', containers: [item('acme/shop:', 'api'), item('acme/one:1', null)] },
      ],
    }),
  );
  expect(report).toMatchObject({ version: null, distribution: null, nodes: null });
  expect(report.containers.map((one) => [one.ownerKind, one.ownerName, one.image.tag])).toEqual([
    ['Deployment', 'api', 'latest'],
    ['Pod', 'api-x', '1'],
  ]);
});

const LABELS = {
  'trivy-operator.resource.kind': 'ReplicaSet',
  'trivy-operator.resource.name': 'api-7c9d8f6b5d',
  'trivy-operator.resource.namespace': 'shop',
  'trivy-operator.container.name': 'api',
};
const trivy = (more: object = {}) => ({
  ...{ apiVersion: 'aquasecurity.github.io/v1alpha1', kind: 'VulnerabilityReport' },
  metadata: { name: 'replicaset-api', namespace: 'shop', labels: LABELS },
  report: {
    artifact: { repository: 'library/nginx', tag: '1.25', digest: DIGEST },
    registry: { server: 'index.docker.io' },
    os: { family: 'debian', name: '10.13', eosl: true },
  },
  ...more,
});
const read = (body: object) => readTrivyWebhook(trivyWebhook.parse(body));

describe('reports of Trivy Operator', () => {
  const container = {
    ...{ namespace: 'shop', ownerKind: 'Deployment', ownerName: 'api', container: 'api' },
    ...{ pods: null, os: { family: 'debian', name: '10.13' } },
    image: { name: 'nginx', canonicalName: 'docker.io/library/nginx', tag: '1.25' },
  };

  test('are the same alone and around a verb', () => {
    expect(read(trivy())).toMatchObject({ kind: 'container', container, sbom: null });
    expect(read({ verb: 'update', operatorObject: trivy() })).toMatchObject({
      ...{ kind: 'container', container },
    });
  });

  test('of what is gone are not looked into: they hold what the operator read last', () => {
    for (const operatorObject of [trivy(), { metadata: {}, report: {} }]) {
      expect(read({ verb: 'delete', operatorObject })).toEqual({ kind: 'deletion' });
    }
  });

  test('of configuration and of the cluster are others', () => {
    for (const kind of ['ConfigAuditReport', 'ClusterSbomReport', 'RbacAssessmentReport']) {
      expect(read({ ...trivy(), kind, report: {} })).toEqual({ kind: 'other', reportKind: kind });
    }
  });

  test('with an SBOM say where it stands', () => {
    const components = { bomFormat: 'CycloneDX' };
    const report = { ...trivy().report, components };
    expect(
      read({ verb: 'update', operatorObject: { ...trivy(), kind: 'SbomReport', report } }),
    ).toMatchObject({
      sbom: { document: components, path: ['operatorObject', 'report', 'components'] },
    });
  });

  const placeOf = (body: object) => {
    try {
      read(body);
      return null;
    } catch (error) {
      return isDomainError(error) ? error.faults.map(({ loc }) => loc.join('.')) : error;
    }
  };
  test.each([
    [{ hello: 'world' }, 'body.kind'],
    [trivy({ apiVersion: 'apps/v1', kind: 'Deployment' }), 'body.kind'],
    [trivy({ metadata: {} }), 'body.metadata.labels.trivy-operator.resource.name'],
    [trivy({ report: {} }), 'body.report.artifact.repository'],
    [
      { verb: 'update', operatorObject: trivy({ report: {} }) },
      'body.operatorObject.report.artifact.repository',
    ],
  ])('that lack what they are about are refused with the place: %#', (body, place) => {
    expect(placeOf(body)).toEqual([place]);
  });
});
