import { readFileSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { InventoryDocumentError } from '@/domain/inventory/document';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { mutated, seeded } from '@/domain/inventory/document/testing/mutations';
import { readBytes } from '@/domain/inventory/document/testing/reading';
import { sendHttp } from '../api/harness/http';
import { imageScan } from '../api/harness/payloads';

const FOLDER = new URL('../fixtures/sboms/', import.meta.url);
/** Longer than any changed document takes on a busy machine; one that goes on is a way to stop a server. */
const SLOW_MS = 5_000;
/** A process may grow by this much in a run, however many documents it has read. */
const MAX_GROWTH_MB = 400;

interface Given {
  readonly seed: number;
  readonly seconds: number;
}

type Sample = readonly [what: string, document: Uint8Array];

/** Documents that tools wrote, and one of every format. */
function samples(): Sample[] {
  const recorded = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));
  return [
    ...recorded.map((name): Sample => [name, readFileSync(new URL(name, FOLDER))]),
    ...[...everyFormat(3)].map(([what, text]): Sample => [what, Buffer.from(text)]),
  ];
}

/** Changes one sample after the other until the time is over. Gives how many, and the faults that `check` found. */
async function change(
  { seed, seconds }: Given,
  check: (document: Uint8Array, number: number) => Promise<string | null>,
): Promise<{ count: number; faults: string[] }> {
  const all = samples();
  const random = seeded(seed);
  const untilMs = performance.now() + seconds * 1_000;
  const faults: string[] = [];
  let count = 0;
  for (; performance.now() < untilMs && faults.length < 10; count += 1) {
    const [what, sample] = all[count % all.length] ?? ['', new Uint8Array(0)];
    const startedAtMs = performance.now();
    const found = await check(mutated(sample, random), count);
    const ms = performance.now() - startedAtMs;
    const fault = found ?? (ms > SLOW_MS ? `took ${ms.toFixed(0)} ms` : null);
    if (fault !== null)
      faults.push(`${what}, number ${String(count)} of seed ${String(seed)}: ${fault}`);
  }
  return { count, faults };
}

/** The reader alone: each document is read, or refused in words. */
export function fuzzReader(given: Given) {
  return change(given, (document, number) => {
    try {
      readBytes(document, 1 + ((number * 7_919) % 65_536));
      return Promise.resolve(null);
    } catch (error) {
      const isRefused = error instanceof InventoryDocumentError;
      return Promise.resolve(isRefused ? null : String((error as Error).stack));
    }
  });
}

interface Target {
  readonly origin: string;
  readonly key: string;
  readonly pid: number;
}

/** All ways by which a document comes in, in turns: none answers 5xx, and the process does not grow. */
export async function fuzzRoutes({ origin, key, pid }: Target, given: Given) {
  const before = await residentMb(pid);
  const { count, faults } = await change(given, async (document, number) => {
    const route = ROUTES[number % ROUTES.length];
    if (!route) return null;
    const { method, target, body, type } = route(document, number);
    const headers = { 'x-api-key': key, 'content-type': type };
    const { status, text } = await sendHttp(origin, { method, target, headers, body });
    return status < 500 ? null : `${method} ${target}: ${String(status)} ${text.slice(0, 300)}`;
  });
  const after = await residentMb(pid);
  if (before !== null && after !== null && after - before > MAX_GROWTH_MB) {
    faults.push(`the server grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`);
  }
  return { count, faults };
}

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly type: string;
  readonly body: Buffer | string;
}

const JSON_TYPE = 'application/json';
const base64 = (document: Uint8Array) => Buffer.from(document).toString('base64');
/** Few names, so that documents take each other's place too. */
const nameOf = (number: number) => `fuzz-${String(number % 20)}`;

const ROUTES: readonly ((document: Uint8Array, number: number) => Sent)[] = [
  (document, number) => ({
    ...{ method: 'PUT', target: `/api/sbom?name=${nameOf(number)}`, type: JSON_TYPE },
    body: Buffer.from(document),
  }),
  (document) => ({
    ...{ method: 'POST', target: '/api/sbom/check?format=sarif', type: JSON_TYPE },
    body: Buffer.from(document),
  }),
  (document, number) => ({
    ...{ method: 'PUT', target: '/api/v1/bom', type: JSON_TYPE },
    body: JSON.stringify({
      ...{ projectName: nameOf(number), projectVersion: '1', autoCreate: true },
      bom: base64(document),
    }),
  }),
  (document, number) => ({
    ...{ method: 'POST', target: '/api/v1/bom', type: 'multipart/form-data; boundary=x' },
    body: Buffer.concat([
      Buffer.from(
        `--x\r\ncontent-disposition: form-data; name="autoCreate"\r\n\r\ntrue\r\n--x\r\ncontent-disposition: form-data; name="projectName"\r\n\r\n${nameOf(number)}\r\n--x\r\ncontent-disposition: form-data; name="bom"\r\n\r\n`,
      ),
      document,
      Buffer.from('\r\n--x--\r\n'),
    ]),
  }),
  (document, number) => ({
    ...{ method: 'PUT', target: '/api/v2/scan', type: JSON_TYPE },
    body: JSON.stringify({
      ...imageScan({ project: 'fuzz', image: nameOf(number) }),
      Sbom: base64(document),
    }),
  }),
  (document) => ({
    ...{ method: 'POST', target: '/api/k8s/trivy?cluster=fuzz', type: JSON_TYPE },
    body: `{"kind":"SbomReport","apiVersion":"aquasecurity.github.io/v1alpha1","report":{"components":${Buffer.from(document).toString()}}}`,
  }),
];

/** Null where the system does not tell. */
async function residentMb(pid: number): Promise<number | null> {
  try {
    const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
  } catch {
    return null;
  }
}
