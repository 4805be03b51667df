import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { appRouter } from '@/server/app-router';
import { fixture, imageScan } from '../../api/harness/payloads';
import { ROUTE_INPUTS } from '../../api/harness/route-inputs';
import type { TenantWorld } from '../../api/harness/tenant-world';
import { plausible } from './plausible';
import type { Sample } from './sample';

/** Who makes the requests: an organization's admin, by key and in a browser. */
export interface Caller {
  readonly world: TenantWorld;
  readonly key: string;
  readonly cookie: string;
  readonly origin: string;
}

/** Requests of one kind: one of each kind is as likely as one of another, however many there are. */
export type Kinds = Readonly<
  Record<'documents' | 'routes' | 'calls' | 'addresses', readonly Sample[]>
>;

const JSON_TYPE = 'application/json';
const FOLDER = new URL('../../fixtures/sboms/', import.meta.url);
const CAPTURED = new URL('../../fixtures/payloads/captured/', import.meta.url);

/** Records every request that the service takes, with records for them to be about. */
export async function record(caller: Caller): Promise<Kinds> {
  return {
    documents: documents(caller),
    routes: await routes(caller),
    calls: calls(caller),
    addresses: await addresses(caller),
  };
}

const keyed = ({ key }: Caller, type = JSON_TYPE) => ({
  authorization: `ApiKey ${key}`,
  'content-type': type,
});

/** What scanners and other tools upload, as they wrote it, by every way that takes it. */
function documents(caller: Caller): Sample[] {
  const headers = keyed(caller);
  const scans = [
    'v1-image',
    'v1-minimal',
    'v2-clean-image',
    'v2-directory',
    'v2-image',
    'v2-nulls',
  ];
  const uploads = scans.map((name) => ({
    ...{ name: `scan ${name}`, method: 'PUT', headers, body: fixture(name) },
    target: name.startsWith('v1') ? '/v1/scan' : '/v2/scan',
  }));
  const captured = readdirSync(CAPTURED)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => ({
      ...{ name: `captured ${name}`, method: 'PUT', target: '/v2/scan', headers },
      body: readFileSync(new URL(name, CAPTURED)),
    }));
  return [...uploads, ...captured, ...inventories(caller)];
}

function inventories(caller: Caller): Sample[] {
  const recorded = readdirSync(FOLDER)
    .filter((name) => !name.endsWith('.md'))
    .toSorted();
  const all = [
    ...recorded.map((name) => [name, readFileSync(new URL(name, FOLDER))] as const),
    ...[...everyFormat(3)].map(([what, text]) => [what, Buffer.from(text)] as const),
  ];
  return all.flatMap(([what, body]) =>
    WAYS.map((way) => ({ ...way(caller), name: `${way.name} ${what}`, body })),
  );
}

const base64 = (body: Buffer) => body.toString('base64');
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The ways by which a document comes in. */
const WAYS: readonly ((caller: Caller) => Omit<Sample, 'name' | 'body'>)[] = [
  function sbom(caller) {
    return { method: 'PUT', target: '/api/sbom?name=fuzz', headers: keyed(caller) };
  },
  function packedSbom(caller) {
    const headers = { ...keyed(caller), 'content-encoding': 'gzip' };
    return {
      method: 'PUT',
      target: '/api/sbom?name=packed',
      headers,
      wrap: (body) => gzipSync(body, { level: 1 }),
    };
  },
  function check(caller) {
    return { method: 'POST', target: '/api/sbom/check?format=sarif', headers: keyed(caller) };
  },
  function tracked(caller) {
    const names = { projectName: 'fuzz', projectVersion: '1', autoCreate: true };
    const wrap = (body: Buffer) => json({ ...names, bom: base64(body) });
    return { method: 'PUT', target: '/api/v1/bom', headers: keyed(caller), wrap };
  },
  function trackedForm(caller) {
    const field = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`;
    const head = [field('autoCreate', 'true'), field('projectName', 'form'), field('bom', '')].join(
      '\r\n',
    );
    const wrap = (body: Buffer) =>
      Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n--x--\r\n')]);
    return {
      method: 'POST',
      target: '/api/v1/bom',
      headers: keyed(caller, 'multipart/form-data; boundary=x'),
      wrap,
    };
  },
  function sbomOfScan(caller) {
    const scan = imageScan({ project: 'fuzz', image: 'fuzz:sbom' });
    const wrap = (body: Buffer) => json({ ...scan, Sbom: base64(body) });
    return { method: 'PUT', target: '/api/v2/scan', headers: keyed(caller), wrap };
  },
];

/** Every route of the API's document, with what it takes to succeed. */
async function routes(caller: Caller): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [name, inputs] of Object.entries(ROUTE_INPUTS)) {
    // It would end the organization that the run works in.
    if (inputs.endsTenant) continue;
    const [method = '', path = ''] = name.split(' ');
    const { parameters = {}, query = {}, body } = await inputs.call(caller.world);
    const pathname = path.replaceAll(/\{(.+?)\}/g, (_all, parameter: string) =>
      encodeURIComponent(parameters[parameter] ?? parameter),
    );
    const pairs = Object.entries(query).map(([key, value]) => [key, String(value)]);
    const text = new URLSearchParams(pairs).toString();
    samples.push({
      ...{ name, method, target: `/api${pathname}${text === '' ? '' : `?${text}`}` },
      headers: keyed(caller),
      body: body === undefined ? null : json(body),
    });
  }
  return samples;
}

const definition = z.object({
  type: z.enum(['query', 'mutation', 'subscription']),
  inputs: z.array(z.instanceof(z.ZodType)),
});
/** Calls after which nobody would be signed in, or the organization gone. */
const ENDINGS =
  /signOut|endOthers|endAll|organization\.(?:remove|delete|leave)|leave|removeOwn|deleteAccount/i;

/** Every call of the dashboard, with what its input may look like. */
function calls({ cookie, origin }: Caller): Sample[] {
  return Object.entries(appRouter._def.procedures).flatMap(([name, procedure]): Sample[] => {
    const { type, inputs } = definition.parse(Reflect.get(procedure, '_def'));
    if (ENDINGS.test(name)) return [];
    const input = inputs[0] === undefined ? null : plausible(inputs[0]);
    const target = `/api/trpc/${name}`;
    const headers = { cookie, origin, 'content-type': JSON_TYPE };
    if (type !== 'query') return [{ name, method: 'POST', target, headers, body: json(input) }];
    const query = new URLSearchParams({ input: JSON.stringify(input) }).toString();
    return [{ name, method: 'GET', target: `${target}?${query}`, headers, body: null }];
  });
}

const PAGES = [
  ...[
    '',
    'images',
    'projects',
    'software',
    'findings',
    'timeline',
    'waivers',
    'contracts',
    'plans',
    'teams',
  ],
  ...[
    'clusters',
    'notes',
    'inbox',
    'check',
    'catalog',
    'catalog/nodejs',
    'policies',
    'images/compare',
  ],
  ...[
    'settings',
    'settings/api-keys',
    'settings/messages',
    'settings/audit',
    'settings/members',
    'account',
  ],
  ...[
    'docs',
    'docs/rest',
    'docs/api',
    'docs/api/images',
    'sign-in',
    'forgot-password',
    'reset-password/x',
    'set-up',
  ],
  ...[
    'confirm-email/x',
    'invitations/x',
    'unsubscribe/x',
    'unsubscribe/x/one-click',
    'waivers/decide/x',
  ],
];
const FILES = [
  ...[
    'images.csv',
    'projects.csv',
    'software.csv',
    'findings.csv',
    'catalog.csv',
    'notes.csv',
    'teams.csv',
    'waivers.csv',
  ],
  ...['contracts.csv', 'plans.csv', 'audit-log.csv'],
];
const OTHERS = [
  ...[
    '/xeol/databases/listing.json',
    '/feeds/x.ics',
    '/feeds/x.atom',
    '/docs/search-index',
    '/metrics',
  ],
  ...[
    '/api/auth/session',
    '/api/auth/csrf',
    '/api/auth/providers',
    '/api/auth/callback/oidc?code=x&state=y',
  ],
  ...[
    '/api/auth/signin',
    '/api/auth/error?error=x',
    '/cli/eventide.mjs',
    '/favicon.ico',
    '/version',
  ],
];

/** Pages, exports and what else is read by address. */
async function addresses(caller: Caller): Promise<Sample[]> {
  const { cookie, origin, world } = caller;
  const { imageTagId, projectId } = await world.scanned();
  const targets = [
    ...PAGES.map((page) => `/${page}?q=a&page=2&sort=name`),
    ...FILES.map((file) => `/export/${file}?q=a&state=ended`),
    ...[
      `/images/${imageTagId}`,
      `/export/images/${imageTagId}/packages.csv`,
      `/projects/${projectId}`,
    ],
    ...OTHERS,
  ];
  const read = targets.map((target) => ({
    ...{ name: target, method: 'GET', target, headers: { cookie }, body: null },
  }));
  const form = { origin, 'content-type': 'application/x-www-form-urlencoded' };
  const signIn = Buffer.from('csrfToken=x&email=somebody%40example.com&password=x&json=true');
  return [
    ...read,
    {
      name: 'sign in',
      method: 'POST',
      target: '/api/auth/callback/credentials',
      headers: form,
      body: signIn,
    },
    {
      name: 'one click',
      method: 'POST',
      target: '/unsubscribe/x/one-click',
      headers: form,
      body: Buffer.from('List-Unsubscribe=One-Click'),
    },
  ];
}
