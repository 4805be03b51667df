import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { isDomainError } from '@/domain/errors';
import { SHOWN_ORGANIZATION_HEADER } from '@/domain/shown-organization';
import type { Caller, CallOrigin } from '@/server/auth/principal';
import { admitCredentials } from '@/server/auth/shown-credentials';
import type { Deps } from '@/server/deps';
import { answerTo } from '@/server/rest/errors';
import type { LeaveBudget } from '@/server/rest/body-budget';
import { MAX_ANONYMOUS_BYTES, MAX_JSON_BYTES } from '@/server/rest/json-body';
import { readLimited, requireAnnouncedSize } from '@/server/rest/limited-stream';
import { REMOTE_ADDRESS_HEADER } from '@/server/rest/mount';
import { requestIdOf } from '@/server/rest/request-id';
import { isSameOrigin } from '@/server/rest/same-origin';
import { appRouter } from '@/server/app-router';
import type { RequestContext } from './context';
import { TRPC_CODES } from './init';

/** Where the endpoint is mounted. */
export const DASHBOARD_ENDPOINT = '/api/trpc';
/** One page asks for far fewer things at once; the client's own limit must not be higher. */
export const MAX_BATCH_SIZE = 20;

/** Who calls, or why they may not. */
interface Admitted {
  readonly caller: Caller | null;
  readonly refused: { readonly error: unknown } | null;
}

/** A request that nothing more is read of. */
interface Received {
  readonly request: Request;
  readonly leave: LeaveBudget;
}

interface Answered {
  readonly response: Response;
  readonly caller: Caller | null;
}

/** The dashboard's tRPC endpoint as one function from request to response. */
export function createDashboardHandler(deps: Deps): (request: Request) => Promise<Response> {
  /** The caller behind a request; null when nobody is signed in. */
  async function admit(request: Request, remoteAddress: string): Promise<Caller | null> {
    const outcome = await admitCredentials(request.headers, deps, {
      remoteAddress,
      path: new URL(request.url).pathname,
    });
    if (outcome.result !== 'accepted') return null;
    const changesState = request.method !== 'GET';
    if (
      outcome.by === 'cookie' &&
      changesState &&
      !isSameOrigin(request.headers, deps.env.publicUrl)
    ) {
      throw new TRPCError({ code: 'FORBIDDEN', message: 'Forbidden' });
    }
    return outcome.caller;
  }

  async function answer(request: Request, origin: CallOrigin): Promise<Answered> {
    const headers = { 'x-request-id': origin.requestId, 'cache-control': 'no-store' };
    if (request.method !== 'GET' && request.method !== 'POST') {
      const allow = { ...headers, allow: 'GET, POST' };
      return {
        response: Response.json({ detail: 'Method Not Allowed' }, { status: 405, headers: allow }),
        caller: null,
      };
    }
    // Who calls comes first: nothing of a body is read before that is known.
    const admitted = await admit(request, origin.remoteAddress).then(
      (caller) => ({ caller, refused: null }),
      (error: unknown) => ({ caller: null, refused: { error } }),
    );
    const { caller } = admitted;
    const received = admitted.refused
      ? withoutBody(request)
      : await bounded(request, caller).catch((error: unknown) => refusal(error, headers));
    if (received instanceof Response) return { response: received, caller };
    try {
      const response = await respond(received.request, origin, admitted, headers);
      return { response, caller };
    } finally {
      received.leave();
    }
  }

  function respond(
    req: Request,
    origin: CallOrigin,
    { caller, refused }: Admitted,
    headers: Record<string, string>,
  ): Promise<Response> {
    const cookies: string[] = [];
    return fetchRequestHandler<typeof appRouter>({
      endpoint: DASHBOARD_ENDPOINT,
      req,
      router: appRouter,
      maxBatchSize: MAX_BATCH_SIZE,
      createContext: (): RequestContext => {
        if (refused) throw asTrpcError(refused.error);
        const shownOrganizationId = req.headers.get(SHOWN_ORGANIZATION_HEADER);
        return {
          deps,
          ...origin,
          caller,
          scanBody: null,
          shownOrganizationId,
          setCookie: (cookie) => cookies.push(cookie),
        };
      },
      responseMeta: ({ errors }) => ({ headers: headersOf(headers, errors, cookies) }),
      onError: ({ error, path }) => {
        if (error.code !== 'INTERNAL_SERVER_ERROR') return;
        const { requestId } = origin;
        deps.logger.error({ err: error.cause ?? error, requestId, path }, 'request failed');
      },
    });
  }

  /** The request with its body read, up to the limit, before anything parses it. @throws DomainError 413, 422, 503 */
  async function bounded(request: Request, caller: Caller | null): Promise<Received> {
    if (!request.body) return withoutBody(request);
    const maxBytes = caller ? MAX_JSON_BYTES : MAX_ANONYMOUS_BYTES;
    requireAnnouncedSize(request.headers, maxBytes);
    const announced = request.headers.get('content-length');
    const bytes = announced === null ? maxBytes : Number(announced);
    const leave = caller
      ? await deps.bodyBudget.enter(caller, bytes, request.signal)
      : () => undefined;
    try {
      const body = Uint8Array.from(await readLimited(request, maxBytes));
      const { url, method, headers } = request;
      return { request: new Request(url, { method, headers, body }), leave };
    } catch (error) {
      leave();
      throw error;
    }
  }

  return async (request) => {
    const startedAtMs = performance.now();
    const origin = {
      requestId: requestIdOf(request.headers),
      remoteAddress: request.headers.get(REMOTE_ADDRESS_HEADER) ?? '',
    };
    const { response, caller } = await answer(request, origin);
    deps.logger.info({
      event: 'request',
      ...origin,
      method: request.method,
      // The procedures called; their input stays out of the log.
      path: new URL(request.url).pathname,
      status: response.status,
      caller: caller && { kind: caller.kind, id: caller.id },
      organization: caller?.active?.organizationId ?? null,
      durationMs: Math.round((performance.now() - startedAtMs) * 10) / 10,
    });
    return response;
  };
}

/** The headers of an answer, which may be one to several calls: whoever has to wait waits for the longest. */
function headersOf(
  common: Record<string, string>,
  errors: readonly TRPCError[],
  cookies: readonly string[],
): Headers {
  const headers = new Headers(common);
  const waitsSeconds = errors.map(({ cause }) =>
    isDomainError(cause) ? (cause.retryAfterSeconds ?? 0) : 0,
  );
  const retryAfterSeconds = Math.max(0, ...waitsSeconds);
  if (retryAfterSeconds > 0) headers.set('retry-after', String(retryAfterSeconds));
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return headers;
}

function withoutBody({ url, method, headers }: Request): Received {
  return { request: new Request(url, { method, headers }), leave: () => undefined };
}

function refusal(error: unknown, headers: Record<string, string>): Response {
  const { status, detail, headers: further } = answerTo(isDomainError(error) ? error : null);
  return Response.json({ detail }, { status, headers: { ...headers, ...further } });
}

function asTrpcError(error: unknown): unknown {
  if (!isDomainError(error)) return error;
  return new TRPCError({ code: TRPC_CODES[error.code], message: error.message, cause: error });
}
