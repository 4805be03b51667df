import { withoutSecrets } from '@/domain/api-key/api-key';
import { DomainError, isDomainError } from '@/domain/errors';
import type { Caller, CallOrigin } from '@/server/platform/auth/principal';
import { admitCredentials, type ShownAt } from '@/server/platform/auth/shown-credentials';
import { isValueRefusal } from '@/server/platform/db/connection-errors';
import type { Deps } from '@/server/platform/deps';
import { inRequestTrace, markFailed } from '@/server/platform/tracing';
import { tellOfRequest } from './answered-request';
import { FREE_BYTES, type LeaveBudget } from './body-budget';
import { answerTo, type ErrorAnswer, type ErrorForm } from './errors';
import {
  MAX_ANONYMOUS_BYTES,
  MAX_JSON_BYTES,
  readLimited,
  requireAnnouncedSize,
} from './json-body';
import type { IncomingRequest } from './incoming-request';
import { REMOTE_ADDRESS_HEADER, requestIdOf } from './mount';
import { isSameOrigin } from './same-origin';

/** The path and address that a mount knows a request by. */
export interface RequestOrigin {
  /** Without query, and below the mount where the mount says so: `/v1/scan`. */
  readonly path: string;
  readonly remoteAddress: string;
}

/** @param origin of what Next hands on, it is read from the request itself */
export type RequestHandler = (
  request: IncomingRequest,
  origin?: RequestOrigin,
) => Promise<Response>;

/** Reading changes nothing: whatever page makes a browser do it. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const nothingTaken: LeaveBudget = () => undefined;

/** The origin of a request that Next hands on: it knows headers alone, and this process has written them. */
export function originOf(request: IncomingRequest): RequestOrigin {
  return {
    path: new URL(request.url).pathname,
    remoteAddress: request.headers.get(REMOTE_ADDRESS_HEADER) ?? '',
  };
}

/** One request on its way through, and what is known of it so far. */
export class Passage {
  readonly requestId: string;
  /** The pattern of the path, for the log; null while no route is known. */
  route: string | null = null;
  /** Who calls; null while that is not known, and when nobody is signed in. */
  caller: Caller | null = null;

  constructor(
    readonly deps: Deps,
    readonly request: IncomingRequest,
    readonly origin: RequestOrigin,
  ) {
    this.requestId = requestIdOf(request.headers);
  }

  /** The path for the log, and for whatever else keeps it: also where none is expected, people put tokens into addresses. */
  get shownPath(): string {
    return withoutSecrets(this.origin.path);
  }

  /** Where credentials are shown, as it may be kept. */
  private get shownAt(): ShownAt {
    return { remoteAddress: this.origin.remoteAddress, path: this.shownPath };
  }

  get callOrigin(): CallOrigin {
    return { requestId: this.requestId, remoteAddress: this.origin.remoteAddress };
  }

  /**
   * Finds out who calls, by key or by session: before anything of a body is read.
   * @throws DomainError 403 when a page elsewhere has a browser change something with its cookie, 429
   */
  async admit(): Promise<Caller | null> {
    const { deps, request, shownAt } = this;
    const outcome = await admitCredentials(request.headers, deps, shownAt);
    if (outcome.result !== 'accepted') return null;
    const changesState = !READS.has(request.method);
    const byBrowser = outcome.by === 'cookie';
    if (byBrowser && changesState && !isSameOrigin(request.headers, deps.env.publicUrl)) {
      throw new DomainError('forbidden', 'Forbidden');
    }
    // Only now: what another site sends leaves no trace in the person's name.
    this.caller = outcome.caller;
    return outcome.caller;
  }

  /** Does as {@link admit}, and requires a caller. @throws DomainError 401 */
  async requireCaller(): Promise<Caller> {
    const caller = await this.admit();
    if (!caller) throw new DomainError('unauthorized', 'Unauthorized');
    return caller;
  }

  /**
   * The same for something public: credentials that are shown although nobody asks for them are looked at, so that a
   * key that ended is noted wherever it is still in use. The answer waits for none of it, and tells nothing of it.
   */
  noticeCredentials(): void {
    const { deps, request, shownAt } = this;
    if (!request.headers.has('authorization') && !request.headers.has('x-api-key')) return;
    admitCredentials(request.headers, deps, shownAt).catch((error: unknown) => {
      if (!isDomainError(error)) deps.logger.warn({ err: error }, 'could not read credentials');
    });
  }

  /** Bytes that a JSON body may have: fewer for strangers. */
  get maxJsonBytes(): number {
    return this.caller ? MAX_JSON_BYTES : MAX_ANONYMOUS_BYTES;
  }

  /**
   * Waits for the room that the body takes in this process, before it is read.
   * @throws DomainError 413 when it announces more than `maxBytes`, 503 when there is no room in good time
   */
  async enterBudget(maxBytes: number): Promise<LeaveBudget> {
    const { deps, request, caller } = this;
    requireAnnouncedSize(request.headers, maxBytes);
    const announced = request.headers.get('content-length');
    const bytes = announced === null ? maxBytes : Number(announced);
    if (!caller || bytes <= FREE_BYTES || !request.body) return nothingTaken;
    return deps.bodyBudget.enter(caller, bytes, request.signal);
  }

  /**
   * Runs `use` with the request as something else may read it: its body read already, up to the limit.
   * @throws DomainError 413, 422 when the client breaks off, 503
   */
  async withReadBody<Result>(
    maxBytes: number,
    use: (request: Request) => Promise<Result>,
  ): Promise<Result> {
    const { url, method, headers } = this.request;
    if (!this.request.body) return use(new Request(url, { method, headers }));
    const leave = await this.enterBudget(maxBytes);
    try {
      const bytes = Uint8Array.from(await readLimited(this.request, maxBytes));
      return await use(new Request(url, { method, headers, body: bytes }));
    } finally {
      leave();
    }
  }

  /** The answer to an error that is nobody's fault but ours, or tells the caller what theirs was. */
  refusalOf(error: DomainError | null, cause: unknown, form: ErrorForm = 'detail'): ErrorAnswer {
    const answer = answerTo(error, form);
    if (answer.status >= 500) {
      const { requestId, shownPath } = this;
      this.deps.logger.error({ err: cause, requestId, path: shownPath }, 'request failed');
    } else if (isValueRefusal(cause)) {
      // Whatever takes texts bounds them: one that the database had to refuse is our fault to mend.
      const { requestId, shownPath } = this;
      const fields = { err: cause, requestId, path: shownPath };
      this.deps.logger.warn(fields, 'the database refused a value');
    }
    return answer;
  }
}

/**
 * Takes a request to its answer, whichever way in it came: the answer, or the refusal of what `answer` threw, with
 * the headers that all answers have, and one line in the log. Never rejects.
 */
export function handle(
  deps: Deps,
  request: IncomingRequest,
  origin: RequestOrigin = originOf(request),
  answer: (passage: Passage) => Promise<Response>,
): Promise<Response> {
  const { headers, method } = request;
  const isBelieved = deps.env.trustProxy;
  return inRequestTrace(method, { headers, isBelieved }, async (span) => {
    const passage = new Passage(deps, request, origin);
    const response = await handled(passage, answer);
    const { route, requestId } = passage;
    span.updateName(route === null ? method : `${method} ${route}`);
    span.setAttributes({
      'http.request.method': method,
      'http.response.status_code': response.status,
      'eventide.request_id': requestId,
      ...(route !== null && { 'http.route': route }),
    });
    if (response.status >= 500) markFailed(span, String(response.status));
    return response;
  });
}

async function handled(
  passage: Passage,
  answer: (passage: Passage) => Promise<Response>,
): Promise<Response> {
  const startedAtMs = performance.now();
  const { deps, origin, request, requestId } = passage;
  const response = await answer(passage).catch((error: unknown) => {
    const known = isDomainError(error) ? error : null;
    return refuse(passage.refusalOf(known, error));
  });
  response.headers.set('x-request-id', requestId);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  const { caller, route, shownPath: path } = passage;
  const { method } = request;
  const { status } = response;
  const { remoteAddress } = origin;
  tellOfRequest(
    deps.logger,
    // To the first bytes; the rest is read at the caller's pace.
    { requestId, method, path, route, status, remoteAddress, startedAtMs },
    {
      caller: caller && { kind: caller.kind, id: caller.id },
      organization: caller?.active?.organizationId ?? null,
    },
  );
  if (method !== 'HEAD') return response;
  await response.body?.cancel();
  return new Response(null, response);
}

/** An error as most paths write it. */
export function refuse({ status, detail, headers }: ErrorAnswer): Response {
  return Response.json({ detail }, { status, headers });
}

export function methodNotAllowed(allow: string): Response {
  return refuse({ status: 405, detail: 'Method Not Allowed', headers: { allow } });
}
