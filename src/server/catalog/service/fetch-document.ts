import { basicAuthorization } from '@/server/platform/outbound/basic-authorization';
import {
  type Ask,
  fetchWithinOrigin,
  isOutgoingRefusal,
  readAtMost,
} from '@/server/platform/outbound/guarded-fetch';

/** A document as its source gave it. */
export interface SourceDocument {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
}

/** A source that could not be read. The message is shown to people and reveals nothing about the address. */
export class CatalogFetchError extends Error {
  override readonly name = 'CatalogFetchError';
}

/** Twenty times the size of the largest known source. */
const MAX_BYTES = 67_108_864;
const TIMEOUT_MS = 120_000;

export interface FetchOptions {
  /** Of the document that is known; null: none is. */
  readonly etag: string | null;
  /** Ends it early. */
  readonly signal: AbortSignal;
  readonly fetch: Ask;
  /** How the document is asked for, where that is not as the catalog's own source. */
  readonly asking?: {
    readonly accept: string;
    readonly authorization: string | null;
    readonly maxBytes: number;
    readonly timeoutMs: number;
  };
}

/**
 * Fetches the document at an address, or null when the one with `etag` is still the newest.
 * @throws CatalogFetchError
 */
export async function fetchDocument(
  url: string,
  { etag, signal, fetch: get, asking }: FetchOptions,
): Promise<SourceDocument | null> {
  const { address, authorization: own } = withoutCredentials(url);
  const authorization = asking?.authorization ?? own;
  try {
    const response = await fetchWithinOrigin(get, new URL(address), {
      headers: {
        accept: asking?.accept ?? 'application/json',
        'user-agent': 'eventide',
        ...(etag === null ? {} : { 'if-none-match': etag }),
        ...(authorization === null ? {} : { authorization }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(asking?.timeoutMs ?? TIMEOUT_MS)]),
    });
    if (response.status === 304 && etag !== null) {
      await response.body?.cancel();
      return null;
    }
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new CatalogFetchError(`The source answered with status ${String(response.status)}`);
    }
    return {
      bytes: await readAtMost(response, asking?.maxBytes ?? MAX_BYTES),
      etag: response.headers.get('etag'),
    };
  } catch (cause) {
    if (cause instanceof CatalogFetchError) throw cause;
    if (isOutgoingRefusal(cause)) {
      throw new CatalogFetchError(`The source cannot be read: ${cause.message}`, { cause });
    }
    if (signal.aborted) throw new CatalogFetchError('The service was stopped', { cause });
    throw new CatalogFetchError(`The source cannot be read: ${reasonOf(cause)}`, { cause });
  }
}

/** Shows a source without credentials and query, either of which may be secret. */
export function shownAddress(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** Takes the credentials out of an address: `fetch` refuses one that holds them. */
function withoutCredentials(url: string): { address: string; authorization: string | null } {
  const parsed = new URL(url);
  const authorization = basicAuthorization(parsed);
  if (authorization === null) return { address: url, authorization };
  parsed.username = '';
  parsed.password = '';
  return { address: parsed.href, authorization };
}

/** Gives a code (`ECONNREFUSED`, `TimeoutError`) where there is one: messages may quote the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const inner = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in inner ? inner.code : undefined;
  return typeof code === 'string' ? code : inner.name;
}
