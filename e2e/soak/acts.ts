import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import type { SentRequest } from '../api/harness/http';
import { fixture, imageScan } from '../api/harness/payloads';

/** A request of the load, made anew each time. */
export type Act = (turn: number) => SentRequest;

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

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const nameOf = (turn: number) => `soak-${String(turn % NAMES)}`;
const inFolder = (folder: URL, isWanted: (name: string) => boolean) =>
  readdirSync(folder)
    .filter(isWanted)
    .toSorted()
    .map((name) => readFileSync(new URL(name, folder)));

/** Takes one act after the other. */
function inTurns(acts: readonly Act[]): Act {
  return (turn) => {
    const act = acts[turn % acts.length];
    if (!act) throw new Error('There is nothing to do');
    return act(turn);
  };
}

/** Uploads of every format that is read, by every way that takes them. */
export function uploadsOf({ key }: Credentials): Act {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const put = (target: string, body: Buffer, more: Record<string, string> = {}): SentRequest => ({
    ...{ method: 'PUT', target, body },
    headers: { ...headers, ...more },
  });
  const scans = [
    ...['v2-clean-image', 'v2-directory', 'v2-image', 'v2-nulls'].map(fixture),
    // Those of the route for scans: others are of pipelines that ask for policies.
    ...inFolder(CAPTURED, (name) => name.endsWith('.json')).filter((body) =>
      body.includes('"EventSource"'),
    ),
  ];
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
  return inTurns([
    ...scans.map(
      (body): Act =>
        () =>
          put('/v2/scan', body),
    ),
    () => put('/v1/scan', fixture('v1-image')),
    ...documents.flatMap((body): Act[] => [
      (turn) => put(`/api/sbom?name=${nameOf(turn)}`, body),
      (turn) => put('/api/v1/bom', bom(body, turn)),
    ]),
    (turn) =>
      put(`/api/sbom?name=${nameOf(turn)}`, gzipSync(documents[0] ?? ''), {
        'content-encoding': 'gzip',
      }),
    (turn) => ({ ...put('/api/k8s/trivy?cluster=soak', json(report(turn))), method: 'POST' }),
    (turn) =>
      put(
        '/api/v1/inventories',
        json({
          cluster_name: 'soak',
          results: [
            {
              namespace: 'a',
              containers: [{ name: 'b', image: { tag: nameOf(turn) }, pod: { name: 'c' } }],
            },
          ],
        }),
      ),
  ]);
}

/** Lists of the API, of the dashboard and as files. */
export function listsOf({ key, cookie }: Credentials): Act {
  const byKey = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const read =
    (target: string): Act =>
    () => ({ method: 'GET', target, headers: byKey });
  const shown =
    (target: string): Act =>
    () => ({ method: 'GET', target, headers: { cookie } });
  return inTurns([
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
  ]);
}

/** Questions about components and documents that nothing is kept of. */
export function checksOf({ key }: Credentials): Act {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const post = (target: string, body: Buffer): SentRequest => ({
    method: 'POST',
    target,
    headers,
    body,
  });
  const [document] = inFolder(SBOMS, (name) => name === 'syft-image.cdx.json');
  return inTurns([
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
  ]);
}

/** Uploads that are denied and let through in turns, so that there is something to tell a receiver of each time. */
export function denialsOf({ key }: Credentials): Act {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  return (turn) => {
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
}

/** Files of waivers, looked at and not taken. */
export function importsOf({ key }: Credentials): Act {
  const headers = { authorization: `ApiKey ${key}`, 'content-type': JSON_TYPE };
  const lines = Array.from({ length: 200 }, (_, n) => `EOL-product-${String(n)}-1`).join('\n');
  const body = json({ file: '.trivyignore', content: lines, scope: 'organization', preview: true });
  return () => ({ method: 'POST', target: '/api/waivers/import', headers, body });
}
