import { randomUUID } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RELEASE } from '@/domain/release';

/** The service was not reached, or would not answer. Exit code 3. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
}

/** The service read the document and refuses it. Exit code 4. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

/** The service does not take a parameter. Exit code 2. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

export interface Service {
  readonly url: URL;
  /** Or the token of a build. */
  readonly key: string;
  readonly isBuild: boolean;
  /** Certificates in PEM to trust beside those that come with Node. */
  readonly ca: string | null;
  readonly timeoutMs: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the address of the service: `api/sbom`. */
  readonly path: string;
  readonly parameters: readonly (readonly [string, string])[];
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Of the body; left out: any, as documents are recognized by what they say. */
  readonly contentType?: string;
  /** False where the service takes a body as it is only. */
  readonly isPackable?: boolean;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | undefined;
}

const pack = promisify(gzip);
const PACK_BYTES = 65_536;
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1_048_576;
const AGAIN = new Set([429, 502, 503, 504]);

/** Packs a document, unless it is so short that this costs more than it saves. */
export async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return bytes.byteLength >= PACK_BYTES ? await pack(bytes) : bytes;
}

/**
 * Calls the service and gives the JSON of its answer. What may have been a passing fault is tried three times; an upload
 * that was stored in the meantime is not stored again.
 * @throws ServiceError, DocumentError, ParameterError
 */
export async function call(
  service: Service,
  { body, isPackable = true, contentType = 'application/octet-stream', ...sent }: Call,
): Promise<unknown> {
  const bytes = isPackable && body !== undefined ? await packed(body) : body;
  const isPacked = bytes !== body;
  const headers = {
    ...{ accept: 'application/json', authorization: `ApiKey ${service.key}` },
    'user-agent': `eventide-cli/${RELEASE}`,
    ...(body && { 'content-type': contentType }),
    ...(isPacked && { 'content-encoding': 'gzip' }),
    ...(sent.method === 'PUT' && { 'idempotency-key': randomUUID() }),
  };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send(service, sent, headers, bytes).catch((error: unknown) =>
      reason(error),
    );
    const isLast = attempt === ATTEMPTS;
    if (typeof answer === 'string') {
      if (isLast) throw new ServiceError(`${service.url.host} was not reached: ${answer}`);
      await sleep(FIRST_WAIT_MS * attempt);
    } else if (AGAIN.has(answer.status) && !isLast) {
      await sleep(waitMs(answer, attempt));
    } else {
      return valueOf(answer, service);
    }
  }
}

function waitMs({ retryAfter }: Answer, attempt: number): number {
  const seconds = Number(retryAfter);
  const asked = Number.isFinite(seconds) ? seconds * 1_000 : 0;
  return Math.min(Math.max(asked, FIRST_WAIT_MS * attempt), MAX_WAIT_MS);
}

/** The built-in client, as `fetch` of Node 20 can be given no certificate. */
function send(
  { url, ca, timeoutMs }: Service,
  { method, path, parameters }: Omit<Call, 'body' | 'isPackable' | 'contentType'>,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array | undefined,
): Promise<Answer> {
  const target = new URL(path, url);
  for (const [name, value] of parameters) target.searchParams.append(name, value);
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      {
        ...{ method, headers: { ...headers, ...(body && { 'content-length': body.byteLength }) } },
        // Alone, it would take the place of all others.
        ...(ca !== null && { ca: [...rootCertificates, ca] }),
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.byteLength;
          if (length > MAX_ANSWER_BYTES) response.destroy(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            retryAfter: response.headers['retry-after'],
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, name, cause } = error;
  // The client calls it an abort, whose cause is what the signal was aborted for.
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  return isTimeout ? 'no answer in time' : message || ('code' in error ? String(error.code) : name);
}

const MEANING: Readonly<Record<number, string>> = {
  401: 'the key is not known',
  403: 'the key may not do this',
  404: 'not found: is the address that of Eventide?',
};

/** What Eventide, and many another service, says of an address that it does not have. */
const NO_SUCH_PATH = 'Not Found';

const BUILD_REFUSED =
  'the token of this build was not taken; its admins see why in Settings, under Build tokens';

function valueOf({ status, text }: Answer, { url, isBuild }: Service): unknown {
  const value = jsonOf(text);
  if (status >= 200 && status < 300) {
    if (value !== undefined) return value;
    throw new ServiceError(`${url.host} answered ${String(status)} with something else than JSON`);
  }
  const told = faultsIn(value);
  if (status === 422 && told.some(({ place }) => place.startsWith('query')))
    throw new ParameterError(told.map(({ words }) => words).join('\n'));
  const words = told.map(({ words }) => words).join('\n');
  // Of an address that is Eventide's, what a parameter names is what there is not.
  if (status === 404 && words !== '' && words !== NO_SUCH_PATH) throw new ParameterError(words);
  if ([400, 413, 415, 422].includes(status)) throw new DocumentError(words || wordless(status));
  const isTold = status === 403 && words !== 'Forbidden';
  const refused = isBuild && status === 401 ? BUILD_REFUSED : MEANING[status];
  const meaning = isTold ? words : (refused ?? words);
  throw new ServiceError(
    `${url.host} answered ${String(status)}${meaning === '' ? '' : `: ${meaning}`}`,
  );
}

/** Eventide says why: an answer without a word is of whatever stands before it. */
function wordless(status: number): string {
  const why = status === 413 ? ': what stands before Eventide takes nothing as large' : '';
  return `HTTP ${String(status)}${why}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the faults of an answer in the API's form, whatever it really is. */
function faultsIn(value: unknown): { place: string; words: string }[] {
  const detail = memberOf(value, 'detail');
  if (typeof detail === 'string') return [{ place: '', words: detail }];
  if (!Array.isArray(detail)) return [];
  return detail.map((fault: unknown) => {
    const loc = memberOf(fault, 'loc');
    const place = Array.isArray(loc) ? loc.map(String).join(' · ') : '';
    const words = String(memberOf(fault, 'msg') ?? '').replace(/^Value error, /, '');
    return { place, words: place === '' ? words : `${place}: ${words}` };
  });
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
