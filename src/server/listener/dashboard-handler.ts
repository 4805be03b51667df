import { TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { isDomainError } from '@/domain/errors';
import { SHOWN_ORGANIZATION_HEADER } from '@/domain/organization';
import type { Deps } from '@/server/platform/deps';
import {
  handle,
  methodNotAllowed,
  type Passage,
  type RequestHandler,
} from '@/server/platform/http/pipeline';
import { appRouter } from '@/server/app-router';
import type { RequestContext } from '@/server/platform/trpc/context';
import { TRPC_CODES } from '@/server/platform/trpc/init';

/** Where the endpoint is mounted. */
export const DASHBOARD_ENDPOINT = '/api/trpc';
/** One page asks for far fewer things at once; the client's own limit must not be higher. */
export const MAX_BATCH_SIZE = 20;

/** The dashboard's tRPC endpoint as one function from request to response. */
export function createDashboardHandler(deps: Deps): RequestHandler {
  async function answer(passage: Passage): Promise<Response> {
    passage.route = DASHBOARD_ENDPOINT;
    const { method } = passage.request;
    if (method !== 'GET' && method !== 'POST') return methodNotAllowed('GET, POST');
    // A refusal here is told in the form of the calls, of which none is read any more.
    const refused = await passage.admit().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (refused) {
      const { url, headers } = passage.request;
      return respond(new Request(url, { method, headers }), passage, refused);
    }
    return passage.withReadBody(passage.maxJsonBytes, (request) => respond(request, passage, null));
  }

  function respond(
    req: Request,
    { caller, callOrigin }: Passage,
    refused: { readonly error: unknown } | null,
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
          ...callOrigin,
          caller,
          scanBody: null,
          shownOrganizationId,
          setCookie: (cookie) => cookies.push(cookie),
        };
      },
      responseMeta: ({ errors }) => ({ headers: headersOf(errors, cookies) }),
      onError: ({ error, path }) => {
        if (error.code !== 'INTERNAL_SERVER_ERROR') return;
        const { requestId } = callOrigin;
        deps.logger.error({ err: error.cause ?? error, requestId, path }, 'request failed');
      },
    });
  }

  return (request, origin) => handle(deps, request, origin, answer);
}

/** Makes the headers of an answer, which may be one to several calls: the longest wait of theirs counts. */
function headersOf(errors: readonly TRPCError[], cookies: readonly string[]): Headers {
  const headers = new Headers();
  const waitsSeconds = errors.map(({ cause }) =>
    isDomainError(cause) ? (cause.retryAfterSeconds ?? 0) : 0,
  );
  const retryAfterSeconds = Math.max(0, ...waitsSeconds);
  if (retryAfterSeconds > 0) headers.set('retry-after', String(retryAfterSeconds));
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return headers;
}

function asTrpcError(error: unknown): unknown {
  if (!isDomainError(error)) return error;
  return new TRPCError({ code: TRPC_CODES[error.code], message: error.message, cause: error });
}
