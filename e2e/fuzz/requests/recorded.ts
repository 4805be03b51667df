import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { appRouter } from '@/server/app-router';
import { fixture, imageScan } from '../../api/harness/payloads';
import { ROUTE_INPUTS } from '../../api/harness/route-inputs';
import type { TenantWorld } from '../../api/harness/tenant-world';
import { addresses } from './addresses';
import { type Choice, plausible } from './plausible';
import { programs } from './programs';
import { findIn, type Records } from './records';
import type { Sample } from './sample';

/** Who makes the requests: an organization's admin, who looks after the installation as well, by key and in a browser. */
export interface Caller {
  readonly world: TenantWorld;
  readonly key: string;
  readonly cookie: string;
  readonly origin: string;
  readonly metricsToken: string;
  /** What is looked at and changed. */
  readonly records: Records;
  /** What is taken away. */
  readonly doomed: Records;
}

/** Requests of one kind: one of each kind is as likely as one of another, however many there are. */
export type Kinds = Readonly<
  Record<'documents' | 'routes' | 'calls' | 'addresses' | 'programs', readonly Sample[]>
>;

const JSON_TYPE = 'application/json';
const FOLDER = new URL('../../fixtures/sboms/', import.meta.url);
const CAPTURED = new URL('../../fixtures/payloads/captured/', import.meta.url);

/** Records every request that the service takes, with records for them to be about. */
export async function record(caller: Caller): Promise<Kinds> {
  return {
    documents: documents(caller),
    routes: await routes(caller),
    calls: callsOf(caller),
    addresses: addresses(caller, caller.records),
    programs: programs(caller.key, caller.records, scans(caller)),
  };
}

const shapeOf = ({ target, body }: Sample) => `${target} ${String(body)}`;

/** Every call, of the first and of the last kind where there are several, and some at a time. */
function callsOf(caller: Caller): Sample[] {
  const single = calls(caller);
  const known = new Set(single.map(shapeOf));
  const others = calls(caller, 'last').filter((call) => !known.has(shapeOf(call)));
  return [...single, ...others, ...batches(single)];
}

const keyed = ({ key }: Caller, type = JSON_TYPE) => ({
  authorization: `ApiKey ${key}`,
  'content-type': type,
});

/** What scanners and other tools upload, as they wrote it, by every way that takes it. */
function documents(caller: Caller): Sample[] {
  return [...scans(caller), ...inventories(caller)];
}

function scans(caller: Caller): Sample[] {
  const headers = keyed(caller);
  const plain = [
    'v1-image',
    'v1-minimal',
    'v2-clean-image',
    'v2-directory',
    'v2-image',
    'v2-nulls',
  ];
  const uploads = plain.map((name) => ({
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
  return [...uploads, ...captured];
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

/** Calls after which what they name is there no more, or cannot be used as before. */
const TAKES_AWAY = /\.(?:delete|remove|revoke|withdraw|rotate|retire|end|forget)/;

/** Every procedure that the dashboard may call, by its name. */
export function procedures() {
  return Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
    name,
    ...definition.parse(Reflect.get(procedure, '_def')),
  }));
}

/** As the dashboard sends calls of one moment: some at a time, in one request. The server takes up to twenty. */
const BATCH = 5;

/** The calls of the dashboard, several in each request. */
function batches(single: readonly Sample[]): Sample[] {
  return ['GET', 'POST'].flatMap((method) => {
    const ofMethod = single.filter((call) => call.method === method);
    return ofMethod.flatMap((first, at) =>
      at % BATCH === 0 ? [batchOf(first, ofMethod.slice(at, at + BATCH))] : [],
    );
  });
}

function batchOf(first: Sample, some: readonly Sample[]): Sample {
  const names = some.map(({ name }) => name).join(',');
  const inputs = some.map(({ target, body }) => {
    const given = body?.toString() ?? new URLSearchParams(target.split('?')[1]).get('input');
    return z.json().parse(JSON.parse(given ?? 'null'));
  });
  const input = JSON.stringify(Object.fromEntries(inputs.entries()));
  const target = `/api/trpc/${names}?batch=1`;
  const sent = { ...first, name: `${names} at once` };
  if (first.body !== null) return { ...sent, target, body: Buffer.from(input) };
  return { ...sent, target: `${target}&input=${encodeURIComponent(input)}` };
}

/** Every call of the dashboard, with the records that its input names. */
export function calls(
  { cookie, origin, records, doomed }: Pick<Caller, 'cookie' | 'origin' | 'records' | 'doomed'>,
  choice: Choice = 'first',
): Sample[] {
  return procedures().flatMap(({ name, type, inputs }): Sample[] => {
    if (ENDINGS.test(name)) return [];
    const find = findIn(TAKES_AWAY.test(name) ? doomed : records, name);
    const input = inputs[0] === undefined ? null : plausible(inputs[0], find, choice);
    const target = `/api/trpc/${name}`;
    const headers = { cookie, origin, 'content-type': JSON_TYPE };
    if (type !== 'query') return [{ name, method: 'POST', target, headers, body: json(input) }];
    const query = new URLSearchParams({ input: JSON.stringify(input) }).toString();
    return [{ name, method: 'GET', target: `${target}?${query}`, headers, body: null }];
  });
}
