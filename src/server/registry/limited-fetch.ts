import type { Delay } from '@/server/delay';
import { withinOrigin, type RegistryBase } from './registry-base';
import { RegistryFailure } from './registry-failure';

/** What is read of one answer at most, unpacked. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** From asking to the last byte, redirects included. */
const FETCH_TIMEOUT_MS = 5000;
const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MISSING: ReadonlySet<number> = new Set([404, 410]);

export interface Answer {
  readonly text: string;
  /** The time that the registry gives its document. */
  readonly lastModified: Date | null;
}

/**
 * Asks a registry for one document; null when the registry does not have it (404, 410).
 * @throws RegistryFailure for everything else that is no document
 */
export type RegistryGet = (url: URL, accept: string) => Promise<Answer | null>;

export interface LimitedFetchOptions {
  readonly base: RegistryBase;
  readonly fetch: typeof fetch;
  readonly delay: Delay;
  /** Breaks off what is under way when the process ends. */
  readonly stopped: AbortSignal;
}

async function readText(response: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let receivedBytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return Buffer.concat(chunks).toString('utf8');
    receivedBytes += value.byteLength;
    if (receivedBytes > MAX_ANSWER_BYTES) throw new RegistryFailure('too_large');
    chunks.push(value);
  }
}

function dateOf(header: string | null): Date | null {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

async function getFollowing(
  url: URL,
  accept: string,
  { base, fetch }: LimitedFetchOptions,
  signal: AbortSignal,
): Promise<Answer | null> {
  let at = withinOrigin(base.url, url.href);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await fetch(at, {
      headers: {
        accept,
        'user-agent': 'eventide',
        ...(base.authorization !== null && { authorization: base.authorization }),
      },
      // Followed by hand: the credentials must not reach another server, nor the question.
      redirect: 'manual',
      // Next's own fetch would otherwise keep answers; the table is the one cache.
      cache: 'no-store',
      signal,
    });
    if (response.ok) {
      const lastModified = dateOf(response.headers.get('last-modified'));
      return { text: await readText(response), lastModified };
    }
    if (MISSING.has(response.status)) return null;
    if (!REDIRECTS.has(response.status))
      throw new RegistryFailure('status', `status ${String(response.status)}`);
    at = withinOrigin(at, response.headers.get('location') ?? '');
  }
  throw new RegistryFailure('redirect', 'too many redirects');
}

/** A way to ask one registry, with every limit on what an answer may cost. */
export function createLimitedFetch(options: LimitedFetchOptions): RegistryGet {
  return async (url, accept) => {
    const finished = new AbortController();
    const timer = options.delay(FETCH_TIMEOUT_MS);
    const timedOut = timer.done.then(() => {
      throw new RegistryFailure('timeout');
    });
    const signal = AbortSignal.any([finished.signal, options.stopped]);
    try {
      return await Promise.race([getFollowing(url, accept, options, signal), timedOut]);
    } catch (error) {
      if (error instanceof RegistryFailure) throw error;
      // The cause's message may quote the address.
      throw new RegistryFailure('unreachable');
    } finally {
      timer.cancel();
      // Lets go of the connection, of whatever was not read to its end too.
      finished.abort();
    }
  };
}
