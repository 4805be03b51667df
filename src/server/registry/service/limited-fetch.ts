import { isOfCalendar } from '@/domain/eol/calendar';
import type { Delay } from '@/server/platform/delay';
import {
  fetchWithinOrigin,
  OutgoingRefusal,
  readAtMost,
} from '@/server/platform/outbound/guarded-fetch';
import { type RegistryBase, RegistryFailure, withinOrigin } from './base';

/** Bytes of one answer that are read at most, unpacked. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Bytes of one answer that is read piece by piece. */
const MAX_STREAMED_BYTES = 64 * 1024 * 1024;
/** Milliseconds from asking to the last byte, redirects included. */
const FETCH_TIMEOUT_MS = 5000;
const STREAM_TIMEOUT_MS = 30_000;
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

/**
 * Asks a registry for one document that may be too large to be held, and hands on its pieces as they come; false when the
 * registry does not have it.
 * @throws RegistryFailure as {@link RegistryGet} does; whatever `onPiece` throws
 */
export type RegistryStream = (
  url: URL,
  accept: string,
  onPiece: (bytes: Uint8Array) => void,
) => Promise<boolean>;

export interface LimitedFetchOptions {
  readonly base: RegistryBase;
  readonly fetch: typeof fetch;
  readonly delay: Delay;
  /** Breaks off fetches under way when the process ends. */
  readonly stopped: AbortSignal;
}

function dateOf(header: string | null): Date | null {
  const date = new Date(header ?? '');
  return isOfCalendar(date) ? date : null;
}

async function ask(
  url: URL,
  accept: string,
  { base, fetch }: LimitedFetchOptions,
  signal: AbortSignal,
) {
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
  return response;
}

/** Makes a way to ask one registry, with every limit on what an answer may cost. */
export function createLimitedFetch(options: LimitedFetchOptions): RegistryGet {
  return (url, accept) =>
    withinTime(options, FETCH_TIMEOUT_MS, async (signal) => {
      const response = await ask(url, accept, options, signal);
      if (!response) return null;
      const bytes = await readAtMost(response, MAX_ANSWER_BYTES);
      return {
        text: bytes.toString('utf8'),
        lastModified: dateOf(response.headers.get('last-modified')),
      };
    });
}

/** Makes a way to ask one registry for what is too large for {@link createLimitedFetch}, with limits of its own. */
export function createLimitedStream(options: LimitedFetchOptions): RegistryStream {
  return async (url, accept, onPiece) => {
    // What is wrong with a piece is said as it is; all else is a failure of the registry.
    let fault: { readonly of: unknown } | null = null;
    const isThere = await withinTime(options, STREAM_TIMEOUT_MS, async (signal) => {
      const response = await ask(url, accept, options, signal);
      if (!response) return false;
      let received = 0;
      for await (const bytes of response.body ?? []) {
        received += bytes.byteLength;
        if (received > MAX_STREAMED_BYTES) throw new RegistryFailure('too_large');
        try {
          onPiece(bytes);
        } catch (error) {
          fault = { of: error };
          return true;
        }
      }
      return true;
    });
    rethrow(fault);
    return isThere;
  };
}

function rethrow(fault: { readonly of: unknown } | null): void {
  if (fault) throw fault.of;
}

/** Does what a registry is asked for, and ends it in time. @throws RegistryFailure alone */
async function withinTime<Result>(
  { delay, stopped }: LimitedFetchOptions,
  durationMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const finished = new AbortController();
  const timer = delay(durationMs);
  const timedOut = timer.done.then(() => {
    throw new RegistryFailure('timeout');
  });
  const signal = AbortSignal.any([finished.signal, stopped]);
  try {
    return await Promise.race([work(signal), timedOut]);
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
}
