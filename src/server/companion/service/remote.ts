import { retryAfterMs } from '@/domain/companion/pull';
import { PAGE_SIZE, PORTFOLIO_RULE, readPage, type ListedPage } from '@/domain/companion/portfolio';
import { isDomainError } from '@/domain/errors';
import { createJsonReader } from '@/domain/inventory/document/filter';
import { InventoryDocumentError } from '@/domain/inventory/document';
import type { Deps } from '@/server/platform/deps';
import {
  fetchWithinOrigin,
  isOutgoingRefusal,
  readAtMost,
  type Answer,
} from '@/server/platform/outbound/guarded-fetch';
import type { Secret } from '@/server/platform/secrets/secret';

/**
 * Why a Dependency-Track does not give what it is asked for. `message` is for people, and names no address.
 * `server`: nothing that is asked next will fare better; `project`: the one that was asked for; `silence`: it may be
 * either.
 */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';

  constructor(
    readonly concerns: 'server' | 'project' | 'silence',
    message: string,
    /** Milliseconds that it asks to be left alone. */
    readonly waitMs: number | null = null,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** Milliseconds for a whole answer. */
const ABOUT_MS = 10_000;
const PAGE_MS = 60_000;
const BOM_MS = 120_000;
const MAX_ABOUT_BYTES = 65_536;
/** A page of projects with all that is known of each; most of it is never held. */
const MAX_PAGE_BYTES = 67_108_864;
/** Ten times the longest names and tags that are seen: all pages together have to fit into memory. */
const MAX_KEPT_BYTES = 524_288;
/** When a server is busy and does not say for how long. */
const BUSY_MS = 15 * 60_000;

export interface RemoteAddress {
  readonly url: string;
  readonly key: Secret;
}

/** The API of one Dependency-Track, as far as it is asked here. All of it throws {@link RemoteFailure}. */
export class Remote {
  constructor(
    private readonly deps: Pick<Deps, 'outgoing' | 'clock'>,
    private readonly address: RemoteAddress,
    private readonly signal: AbortSignal,
  ) {}

  /** Asks which release it is. The key is not sent: who answers is not known yet. */
  version(): Promise<string> {
    return this.ask('/api/version', { ms: ABOUT_MS, isKeySent: false }, async (answer) => {
      const about = parsedAbout((await readAtMost(answer, MAX_ABOUT_BYTES)).toString('utf8'));
      if (about === null) {
        throw new RemoteFailure('server', 'What answers at this address is no Dependency-Track');
      }
      return about;
    });
  }

  /** Asks for a page of its active projects. @param number from 1 */
  page(number: number): Promise<ListedPage & { readonly total: number | null }> {
    const query = new URLSearchParams({
      ...{ pageNumber: String(number), pageSize: String(PAGE_SIZE), excludeInactive: 'true' },
    });
    const path = `/api/v1/project?${query.toString()}`;
    return this.ask(path, { ms: PAGE_MS, isKeySent: true }, async (answer) => {
      const page = readPage(await reducedJson(answer));
      if (!page) throw new RemoteFailure('server', 'It answers something else than projects');
      const total = answer.headers.get('x-total-count');
      return { ...page, total: total !== null && /^\d{1,9}$/.test(total) ? Number(total) : null };
    });
  }

  /** Asks for what a project holds, as CycloneDX. */
  bom<Result>(uuid: string, read: (answer: Answer) => Promise<Result>): Promise<Result> {
    const query = new URLSearchParams({ format: 'json', variant: 'inventory' });
    const path = `/api/v1/bom/cyclonedx/project/${uuid}?${query.toString()}`;
    return this.ask(path, { ms: BOM_MS, isKeySent: true }, read);
  }

  private async ask<Result>(
    path: string,
    { ms, isKeySent }: { readonly ms: number; readonly isKeySent: boolean },
    read: (answer: Answer) => Promise<Result>,
  ): Promise<Result> {
    const { url, key } = this.address;
    const inTime = AbortSignal.timeout(ms);
    let answer: Answer | null = null;
    try {
      answer = await fetchWithinOrigin(this.deps.outgoing, new URL(`${url}${path}`), {
        headers: {
          accept: 'application/json, application/vnd.cyclonedx+json',
          'user-agent': 'Eventide',
          ...(isKeySent && { 'x-api-key': key.reveal() }),
        },
        signal: AbortSignal.any([inTime, this.signal]),
      });
      if (!answer.ok) throw refusalOf(answer, this.deps.clock.now());
      return await read(answer);
    } catch (error) {
      // The process stops: nobody's fault.
      this.signal.throwIfAborted();
      if (inTime.aborted && !isDomainError(error)) {
        throw new RemoteFailure('silence', `It did not answer in ${String(ms / 1_000)} seconds`);
      }
      throw asFailure(error);
    } finally {
      // Read to its end there is nothing left to cancel, and a broken one says so by itself.
      await answer?.body?.cancel().catch(() => undefined);
    }
  }
}

function parsedAbout(text: string): string | null {
  let about: unknown;
  try {
    about = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof about !== 'object' || about === null) return null;
  if (!('application' in about) || !('version' in about)) return null;
  const { application, version } = about;
  if (application !== 'Dependency-Track' || typeof version !== 'string') return null;
  return /^[\w.+-]{1,64}$/.test(version) ? version : 'unknown';
}

/** Parses what is read of an answer; the rest of it is never held. */
async function reducedJson(answer: Answer): Promise<unknown> {
  const reader = createJsonReader(PORTFOLIO_RULE, 0);
  let received = 0;
  for await (const chunk of answer.body ?? []) {
    received += chunk.byteLength;
    reader.write(chunk);
    if (received > MAX_PAGE_BYTES || reader.written() > MAX_KEPT_BYTES) {
      throw new RemoteFailure('server', 'A page of its projects is longer than is read here');
    }
  }
  return JSON.parse(Buffer.concat(reader.end()).toString('utf8'));
}

/** Says what an answer other than a 2xx means. */
function refusalOf({ status, headers }: Answer, now: Date): RemoteFailure {
  const waitMs = retryAfterMs(headers.get('retry-after'), now);
  const code = String(status);
  if (status === 401) return new RemoteFailure('server', 'It refuses the key (401)');
  if (status === 403) {
    return new RemoteFailure('project', 'The key may not read this (403): it needs VIEW_PORTFOLIO');
  }
  if (status === 404) return new RemoteFailure('project', 'It has nothing there (404)');
  if (status === 429 || (status === 503 && waitMs !== null)) {
    return new RemoteFailure('server', `It asks to be left alone (${code})`, waitMs ?? BUSY_MS);
  }
  return new RemoteFailure(status >= 500 ? 'silence' : 'project', `It answers ${code}`, waitMs);
}

/** Turns what a request ends with into what people are told; errors of ours stay as they are. */
function asFailure(error: unknown): unknown {
  if (isOutgoingRefusal(error)) {
    const message = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`;
    return new RemoteFailure(error.kind === 'too_large' ? 'project' : 'server', message);
  }
  if (error instanceof InventoryDocumentError || error instanceof SyntaxError) {
    return new RemoteFailure('server', 'What it answers is no JSON, or breaks off', null, error);
  }
  if (isBrokenConnection(error)) {
    const code = codeOf(error.cause) ?? codeOf(error);
    const detail = code === null ? '' : ` (${code})`;
    return new RemoteFailure('silence', `The connection fails or breaks off${detail}`, null, error);
  }
  return error;
}

/** As `fetch` ends where no answer comes, and a body that breaks off. Another TypeError is a fault of this program. */
function isBrokenConnection(error: unknown): error is TypeError {
  return error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message);
}

/** As Node and undici name what is wrong: `ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`. */
function codeOf(cause: unknown): string | null {
  if (!(cause instanceof Error) || !('code' in cause)) return null;
  return /^[A-Z][A-Z0-9_]{1,63}$/.test(String(cause.code)) ? String(cause.code) : null;
}
