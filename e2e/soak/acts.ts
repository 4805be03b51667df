import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { FEED_PATH, LISTING_NAME } from '@/domain/scanner-database/feed';
import type { SentRequest } from '../api/harness/http';
import { fixture, imageScan } from '../api/harness/payloads';
import type { Listener } from '../load/listeners';

/** A request of the load, and where it goes if that is not where everybody goes. */
export interface Sent extends SentRequest {
  readonly listener?: Listener;
}

/** A request of the load, made anew each time. */
export type Act = (turn: number) => Sent;

/** Whoever makes the requests: a key, and a session in a browser. */
export interface Credentials {
  readonly key: string;
  readonly cookie: string;
}

const JSON_TYPE = 'application/json';
/** So many images, however long the load lasts: what grows then is not what is stored. */
const NAMES = 40;
const SBOMS = new URL('../fixtures/sboms/', import.meta.url);
const CAPTURED = new URL('../fixtures/payloads/captured/', import.meta.url);

const BOUNDARY = 'soak-of-a-form';
const OF_FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const nameOf = (turn: number) => `soak-${String(turn % NAMES)}`;
const inFolder = (folder: URL, isWanted: (name: string) => boolean) =>
  readdirSync(folder)
    .filter(isWanted)
    .toSorted()
    .map((name) => readFileSync(new URL(name, folder)));

/** Takes one act after the other. */
export function inTurns(acts: readonly Act[]): Act {
  return (turn) => {
    const act = acts[turn % acts.length];
    if (!act) throw new Error('There is nothing to do');
    return act(turn);
  };
}

/** What scanners wrote, for the newer of their routes. */
const scans = () => [
  ...['v2-clean-image', 'v2-directory', 'v2-image', 'v2-nulls'].map(fixture),
  // Those of the route for scans: others are of pipelines that ask for policies.
  ...inFolder(CAPTURED, (name) => name.endsWith('.json')).filter((body) =>
    body.includes('"EventSource"'),
  ),
];

const putBy =
  ({ key }: Credentials) =>
  (target: string, body: Buffer, more: Record<string, string> = {}): SentRequest => ({
    ...{ method: 'PUT', target, body },
    headers: { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE, ...more },
  });

/** Uploads of every format that is read, by every way that takes them; but see `scannersOf` for the one by TLS. */
export function uploadsOf(credentials: Credentials): readonly Act[] {
  const put = putBy(credentials);
  const documents = [
    ...inFolder(SBOMS, (name) => !name.endsWith('.md')),
    ...[...everyFormat(120).values()].map((text) => Buffer.from(text)),
  ];
  const bom = (body: Buffer, turn: number) =>
    json({
      projectName: nameOf(turn),
      projectVersion: '1',
      autoCreate: true,
      bom: body.toString('base64'),
    });
  // As most clients of Dependency-Track send it.
  const form = (body: Buffer, turn: number) => {
    const field = (name: string, value: string) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;
    const named = [field('projectName', nameOf(turn)), field('projectVersion', '1')];
    const head = [...named, field('autoCreate', 'true'), field('bom', '')].join('\r\n');
    return Buffer.concat([Buffer.from(head), body, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  };
  const report = (turn: number) => ({
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
      ...{
        artifact: { repository: nameOf(turn), tag: '1' },
        registry: { server: 'registry.example.com' },
      },
      components: { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] },
    },
  });
  return [
    ...scans().map(
      (body): Act =>
        () =>
          put('/v2/scan', body),
    ),
    () => put('/v1/scan', fixture('v1-image')),
    ...documents.flatMap((body): Act[] => [
      (turn) => put(`/api/sbom?name=${nameOf(turn)}`, body),
      (turn) => put('/api/v1/bom', bom(body, turn)),
      (turn) => ({ ...put('/api/v1/bom', form(body, turn), OF_FORM), method: 'POST' }),
    ]),
    (turn) =>
      put(`/api/sbom?name=${nameOf(turn)}`, gzipSync(documents[0] ?? ''), {
        'content-encoding': 'gzip',
      }),
    (turn) => ({ ...put('/api/k8s/trivy?cluster=soak', json(report(turn))), method: 'POST' }),
    // Of another cluster each: what a client does not list is taken to run no longer.
    (turn) => put('/api/v1/inventories', json(agentInventory(nameOf(turn)))),
    (turn) => ({
      ...put('/v2/kubernetes-inventory', json(clusterInventory(nameOf(turn))), {
        // It knows no other way than a name and a password.
        authorization: `Basic ${Buffer.from(`scanner:${credentials.key}`).toString('base64')}`,
      }),
      method: 'POST',
    }),
  ];
}

/** What xeol's agent tells of a cluster. */
const agentInventory = (tag: string) => ({
  cluster_name: 'soak',
  results: [{ namespace: 'a', containers: [{ name: 'b', image: { tag }, pod: { name: 'c' } }] }],
});

/** What Anchore's `k8s-inventory` tells of a cluster. */
const clusterInventory = (image: string) => ({
  ...{ cluster_name: 'soak-inventory', timestamp: '2026-11-23T10:00:00Z' },
  serverVersionMetadata: { major: '1', minor: '30', gitVersion: 'v1.30.4' },
  namespaces: [{ name: 'shop', uid: 'n' }],
  nodes: [{ name: 'one', uid: 'o', kubelet_version: 'v1.30.4', operating_system: 'linux' }],
  pods: [{ name: 'api-7c9d8f6b5d-x7k2p', uid: 'p', namespace_uid: 'n', node_uid: 'o' }],
  containers: Array.from({ length: 20 }, (_, n) => ({
    ...{ id: `c${String(n)}`, name: `api-${String(n)}`, image_tag: `${image}:${String(n)}` },
    ...{ image_digest: `sha256:${'4f'.repeat(32)}`, pod_uid: 'p' },
  })),
});

/** What scanners send and ask by TLS, at the port that is for them alone. */
export function scannersOf(credentials: Credentials): readonly Act[] {
  const put = putBy(credentials);
  const headers = { authorization: `ApiKey ${credentials.key}`, 'content-type': JSON_TYPE };
  const byTls =
    (sent: SentRequest): Act =>
    () => ({ ...sent, listener: 'scanners' });
  const read = ['/v1/policy', '/v2/policy', `${FEED_PATH}${LISTING_NAME}`];
  return [
    ...scans().map((body) => byTls(put('/v2/scan', body))),
    byTls(put('/v1/scan', fixture('v1-image'))),
    ...read.map((target) => byTls({ method: 'GET', target, headers })),
  ];
}

/** Lists of the API, of the dashboard and as files. */
export function listsOf({ key, cookie }: Credentials): readonly Act[] {
  const byKey = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const read =
    (target: string): Act =>
    () => ({ method: 'GET', target, headers: byKey });
  const shown =
    (target: string): Act =>
    () => ({ method: 'GET', target, headers: { cookie } });
  return [
    () => ({ method: 'POST', target: '/api/images?size=50', headers: byKey }),
    ...[
      'projects/images',
      'software',
      'findings',
      'waivers',
      'plans',
      'contracts',
      'teams',
      'clusters',
    ].map((list) => read(`/api/${list}`)),
    ...[
      'image/labels',
      'analytics/eol/overview',
      'audit_events',
      'catalog/products',
      'v1/project',
    ].map((list) => read(`/api/${list}`)),
    ...['images', 'software', 'projects', 'timeline', 'findings', ''].map((page) =>
      shown(`/${page}`),
    ),
    ...['images.csv', 'software.csv', 'findings.csv', 'audit-log.csv'].map((file) =>
      shown(`/export/${file}`),
    ),
  ];
}

/** Questions about components and documents that nothing is kept of. */
export function checksOf({ key }: Credentials): readonly Act[] {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const post = (target: string, body: Buffer): SentRequest => ({
    method: 'POST',
    target,
    headers,
    body,
  });
  const [document] = inFolder(SBOMS, (name) => name === 'syft-image.cdx.json');
  return [
    ...['16.0.0', '18.1.0', '20.2.0'].map(
      (version): Act =>
        () =>
          post(
            '/eol/check',
            json({ component: { name: 'nodejs', version, ecosystem: 'generic' } }),
          ),
    ),
    (turn) =>
      post(
        '/eol/check/batch',
        json({
          components: Array.from({ length: 50 }, (_, n) => ({
            purl: `pkg:npm/p${String(turn % 500)}@${String(n)}.0.0`,
          })),
        }),
      ),
    () => post('/api/sbom/check?format=sarif', document ?? Buffer.from('')),
  ];
}

/** Uploads that are denied and let through in turns, so that there is something to tell a receiver of each time. */
export function denialsOf({ key }: Credentials): readonly Act[] {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const denied: Act = (turn) => {
    const isDenied = turn % 2 === 0;
    const matches = isDenied ? [{ product: 'Old', cycle: '1' }] : [];
    const image = `denied-${String(Math.floor(turn / 2) % 10)}`;
    return {
      method: 'PUT',
      target: '/v2/scan',
      headers,
      body: json(imageScan({ project: 'denied', image, matches })),
    };
  };
  return [denied];
}

/** Files of waivers, looked at and not taken. */
export function importsOf({ key }: Credentials): readonly Act[] {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const lines = Array.from({ length: 200 }, (_, n) => `EOL-product-${String(n)}-1`).join('\n');
  const body = json({ file: '.trivyignore', content: lines, scope: 'organization', preview: true });
  return [() => ({ method: 'POST', target: '/api/waivers/import', headers, body })];
}
