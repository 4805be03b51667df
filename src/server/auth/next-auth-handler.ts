import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { announcePublicUrl } from '@/env';
import type { Deps } from '@/server/deps';
import { answerTo } from '@/server/rest/errors';
import { isDomainError } from '@/domain/errors';
import { readLimited } from '@/server/rest/limited-stream';
import { comesFromElsewhere } from '@/server/rest/same-origin';
import { findProvider } from '@/server/single-sign-on/discovery';
import { PROVIDER_ID } from '@/server/single-sign-on/next-auth-provider';
import { leavingBy } from './leaving';
import { nextAuthOptions } from './next-auth-options';
import { returnFromProvider } from './provider-return';
import { Visit } from './visit';

/** Of next-auth's actions, those that this service has a use for; its log for browsers is not one. */
const ACTIONS = ['csrf', 'providers', 'session', 'signin', 'callback', 'signout', 'error'];
const MAX_BODY_BYTES = 16_384;
/** Asks the provider to have people sign in again. Source: OpenID Connect Core 1.0, section 3.1.2.1. */
const ANEW = '?prompt=login';

export interface NextAuthContext {
  readonly params: Promise<{ readonly nextauth: string[] }>;
}

/** The one method that leads back from each way to sign in; next-auth itself would answer others with a 500. */
const CALLBACK_METHODS: ReadonlyMap<string | undefined, string> = new Map([
  ['credentials', 'POST'],
  [PROVIDER_ID, 'GET'],
]);

/** next-auth's endpoints, behind a limit on bodies and a look at where a form was sent from. */
export function createNextAuthHandler(deps: Deps) {
  announcePublicUrl(deps.env);

  return async (request: NextRequest, context: NextAuthContext): Promise<Response> => {
    const [action, provider] = (await context.params).nextauth;
    if (action === undefined || !ACTIONS.includes(action)) return refuse(404, 'Not Found');
    if (action === 'callback') {
      const method = CALLBACK_METHODS.get(provider);
      if (method === undefined || !isOffered(deps, provider)) return refuse(404, 'Not Found');
      if (request.method !== method) return refuse(405, 'Method Not Allowed', { allow: method });
    }
    if (request.method === 'POST' && comesFromElsewhere(request.headers, deps.env.publicUrl)) {
      return refuse(403, 'Forbidden');
    }
    try {
      const bounds = await bounded(request, action);
      const needsProvider = provider === PROVIDER_ID;
      const visit = new Visit(
        deps,
        request.headers,
        needsProvider ? await findProvider(deps) : null,
      );
      const answer = () =>
        // next-auth's types leave out what its App Router handler returns.
        NextAuth(bounds, context, nextAuthOptions(deps, visit)) as Promise<Response>;
      const response = await (needsProvider && action === 'callback'
        ? returnFromProvider(deps, visit, request.nextUrl.searchParams, answer)
        : answer());
      response.headers.set('x-request-id', visit.requestId);
      const { leaveBy } = visit;
      return leaveBy === null ? response : await leavingBy(leaveBy, response, deps.env.publicUrl);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const { status, detail, headers } = answerTo(error);
      return refuse(status, detail, headers);
    }
  };
}

function refuse(status: number, detail: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(
    { detail },
    { status, headers: { 'cache-control': 'no-store', ...headers } },
  );
}

/** Whether people may sign in this way. */
function isOffered({ env }: Deps, provider: string | undefined): boolean {
  return provider === PROVIDER_ID ? env.oidc !== null : env.passwordLogin;
}

/**
 * The request with its body read, up to the limit: next-auth itself would read any length of it. Without what
 * follows the `?` of a sign-in, which next-auth would pass on to the provider as if this service had asked for
 * it: only that somebody wants to be asked anew is passed on.
 */
async function bounded(request: NextRequest, action: string): Promise<NextRequest> {
  if (!request.body) return request;
  const body = Uint8Array.from(await readLimited(request, MAX_BODY_BYTES));
  const url = new URL(request.url);
  if (action === 'signin') url.search = url.searchParams.get('prompt') === 'login' ? ANEW : '';
  return new NextRequest(url, { method: request.method, headers: request.headers, body });
}
