/** An answer that is not taken. Nothing in it names an address: those may carry credentials. */
export class OutgoingRefusal extends Error {
  override readonly name = 'OutgoingRefusal';

  constructor(
    readonly kind: 'redirect' | 'too_large' | 'address',
    detail: string,
  ) {
    super(detail);
  }
}

/**
 * Whether a caught value is an {@link OutgoingRefusal}. By name, not by class: the client may be of the node server and
 * who asks of the Next bundle, each with a copy of the class.
 */
export function isOutgoingRefusal(error: unknown): error is OutgoingRefusal {
  return error instanceof Error && error.name === 'OutgoingRefusal' && 'kind' in error;
}

/** An answer as far as it is read here: that of Node's `fetch` and that of undici's. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

/** A question as far as it is put here. */
export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly redirect?: 'manual';
  readonly cache?: 'no-store';
}

/** Asks one address and follows nothing; `fetch`, or the client that looks at where an address leads. */
export type Ask = (address: URL, init: Question) => Promise<Answer>;

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Asks a server that the operator has named, and no other: a redirect is followed within its origin alone, as
 * neither the credentials nor the question are meant for anybody else, and what is reached from here is not
 * for that server to choose. Cookies and caches are not kept.
 * @throws OutgoingRefusal when it leads elsewhere; else as `fetch` does
 */
export async function fetchWithinOrigin(
  get: Ask,
  address: URL,
  init: Omit<Question, 'redirect' | 'cache'>,
): Promise<Answer> {
  let at = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    // Next's own fetch would otherwise keep answers.
    const response = await get(at, { ...init, redirect: 'manual', cache: 'no-store' });
    if (!REDIRECTS.has(response.status)) return response;
    await response.body?.cancel();
    const next = sameOriginAddress(at, response.headers.get('location') ?? '');
    if (!next) throw new OutgoingRefusal('redirect', 'it redirects to another origin');
    at = next;
  }
  throw new OutgoingRefusal('redirect', 'it redirects without end');
}

/** Resolves an address in a server's answer; null when it is not of the server's own origin. */
export function sameOriginAddress(base: URL, address: string): URL | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (url.origin !== base.origin) return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/**
 * Reads the whole of an answer, unpacked.
 * @throws OutgoingRefusal when it is longer than `maxBytes`
 */
export async function readAtMost(response: Answer, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of response.body ?? []) {
    received += chunk.byteLength;
    if (received > maxBytes) {
      throw new OutgoingRefusal('too_large', `it answers with more than ${String(maxBytes)} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
