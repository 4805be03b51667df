import type { Delay } from '@/server/platform/delay';
import {
  fetchWithinOrigin,
  OutgoingRefusal,
  readAtMost,
} from '@/server/platform/outbound/guarded-fetch';
import { type RegistryBase, RegistryFailure, withinOrigin } from './base';

/** Bytes of one answer that are read at most, unpacked. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Milliseconds from asking to the last byte, redirects included. */
const FETCH_TIMEOUT_MS = 5000;
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
  /** Breaks off fetches under way when the process ends. */
  readonly stopped: AbortSignal;
}

function dateOf(header: string | null): Date | null {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

async function getDocument(
  url: URL,
  accept: string,
  { base, fetch }: LimitedFetchOptions,
  signal: AbortSignal,
): Promise<Answer | null> {
  const response = await fetchWithinOrigin(fetch, withinOrigin(base.url, url.href), {
    headers: {
      accept,
      'user-agent': 'eventide',
      ...(base.authorization !== null && { authorization: base.authorization }),
    },
    signal,
  });
  if (MISSING.has(response.status)) return null;
  if (!response.ok) throw new RegistryFailure('status', `status ${String(response.status)}`);
  const bytes = await readAtMost(response, MAX_ANSWER_BYTES);
  return {
    text: bytes.toString('utf8'),
    lastModified: dateOf(response.headers.get('last-modified')),
  };
}

/** Makes a way to ask one registry, with every limit on what an answer may cost. */
export function createLimitedFetch(options: LimitedFetchOptions): RegistryGet {
  return async (url, accept) => {
    const finished = new AbortController();
    const timer = options.delay(FETCH_TIMEOUT_MS);
    const timedOut = timer.done.then(() => {
      throw new RegistryFailure('timeout');
    });
    const signal = AbortSignal.any([finished.signal, options.stopped]);
    try {
      return await Promise.race([getDocument(url, accept, options, signal), timedOut]);
    } catch (error) {
      if (error instanceof RegistryFailure) throw error;
      if (error instanceof OutgoingRefusal && error.kind !== 'address')
        throw new RegistryFailure(error.kind, error.message);
      // The cause's message may quote the address.
      throw new RegistryFailure('unreachable');
    } finally {
      timer.cancel();
      // Lets the connection go, also of an answer that was not read to its end.
      finished.abort();
    }
  };
}
