import NextAuth from 'next-auth';
import { NextRequest } from 'next/server';
import { announcePublicUrl } from '@/env';
import { DomainError } from '@/domain/errors';
import type { Deps } from '@/server/deps';
import { handle, methodNotAllowed, originOf, type Passage } from '@/server/http/pipeline';
import { readLimited } from '@/server/rest/limited-stream';
import { comesFromElsewhere } from '@/server/rest/same-origin';
import { findProvider } from '@/server/single-sign-on/service/discovery';
import { PROVIDER_ID } from '@/server/single-sign-on/service/next-auth-provider';
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

  return (request: NextRequest, context: NextAuthContext): Promise<Response> =>
    handle(deps, request, originOf(request), (passage) => answer(deps, passage, request, context));
}

async function answer(
  deps: Deps,
  passage: Passage,
  request: NextRequest,
  context: NextAuthContext,
): Promise<Response> {
  const [action, provider] = (await context.params).nextauth;
  if (action === undefined || !ACTIONS.includes(action)) throw notThere();
  passage.route = `/api/auth/${action}`;
  if (action === 'callback') {
    const method = CALLBACK_METHODS.get(provider);
    if (method === undefined || !isOffered(deps, provider)) throw notThere();
    if (request.method !== method) return methodNotAllowed(method);
  }
  if (request.method === 'POST' && comesFromElsewhere(request.headers, deps.env.publicUrl)) {
    throw new DomainError('forbidden', 'Forbidden');
  }
  const bounds = await bounded(request, action);
  const needsProvider = provider === PROVIDER_ID;
  const found = needsProvider ? await findProvider(deps) : null;
  const visit = new Visit(deps, request.headers, found, passage.requestId);
  const signIn = () =>
    // next-auth's types leave out what its App Router handler returns.
    NextAuth(bounds, context, nextAuthOptions(deps, visit)) as Promise<Response>;
  const response = await (needsProvider && action === 'callback'
    ? returnFromProvider(deps, visit, request.nextUrl.searchParams, signIn)
    : signIn());
  const { leaveBy } = visit;
  return leaveBy === null ? response : leavingBy(leaveBy, response, deps.env.publicUrl);
}

function notThere(): DomainError {
  return new DomainError('not_found', 'Not Found');
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
