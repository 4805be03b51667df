import NextAuth from 'next-auth';
import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import { announcePublicUrl } from '@/env';
import { DomainError, invalid, isDomainError } from '@/domain/errors';
import { faultsOf } from '@/domain/validation/zod-faults';
import type { Deps } from '@/server/platform/deps';
import { handle, methodNotAllowed, originOf, type Passage } from '@/server/platform/http/pipeline';
import { readJsonBody, readLimited } from '@/server/platform/http/json-body';
import { comesFromElsewhere } from '@/server/platform/http/same-origin';
import { findProvider } from '@/server/single-sign-on/service/discovery';
import { PROVIDER_ID } from '@/server/single-sign-on/service/next-auth-provider';
import { nextAuthOptions } from './options';
import { Visit } from './visit';
import { PLACE_IS_KEPT, wayBackCookie } from './way-back';
import { z } from 'zod';
import {
  isPathOrAddress,
  localPathOf,
  providerFailureCode,
  signInFailureCode,
} from '@/domain/user/sign-in';
import { usesSecureCookies } from '@/server/platform/auth/credentials';
import { networkKey } from '@/server/platform/limits/keys';
import { limitsOf } from '@/server/platform/limits/limits';
import { recordFailedSignIn, recordLimitedSignIn } from '@/server/user/service/sign-in';

/** Of next-auth's actions, those that this service has a use for; its log for browsers is not one. */
const ACTIONS = ['csrf', 'providers', 'session', 'signin', 'callback', 'signout', 'error'];
const MAX_BODY_BYTES = 16_384;
/** Codes of failures. next-auth writes whatever stands in their place into the address that it leads to, as it is. */
const FAILURE_CODE = /^\w{1,64}$/;
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
  if (action === 'error' && provider !== undefined) throw notThere();
  passage.route = `/api/auth/${action}`;
  if (action === 'callback') {
    const method = CALLBACK_METHODS.get(provider);
    if (method === undefined || !isOffered(deps, provider)) throw notThere();
    if (request.method !== method) return methodNotAllowed(method);
  }
  if (request.method === 'POST' && comesFromElsewhere(request.headers, deps.env.publicUrl)) {
    throw new DomainError('forbidden', 'Forbidden');
  }
  await forgetOddPlace(request, deps.env.publicUrl);
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
 * Gives the request with its body read, up to the limit: next-auth itself would read any length of it. Leaves out a place
 * to go to that is none, and the part after the `?` of a sign-in, which next-auth would pass on to the provider as if this service had asked
 * for it: only the wish to be asked again is passed on.
 */
async function bounded(request: NextRequest, action: string): Promise<NextRequest> {
  if (action === 'error') return withPlainCode(request);
  const { method } = request;
  const url = new URL(request.url);
  const places = url.searchParams.getAll('callbackUrl');
  if (!places.every(isPathOrAddress)) url.searchParams.delete('callbackUrl');
  if (!request.body) return new NextRequest(url, { method, headers: request.headers });
  if (action === 'signin') url.search = url.searchParams.get('prompt') === 'login' ? ANEW : '';
  const headers = new Headers(request.headers);
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  if (!type.includes('application/json')) {
    const body = Uint8Array.from(await readLimited(request, MAX_BODY_BYTES));
    return new NextRequest(url, { method, headers, body });
  }
  const body = (await formIn(request)).toString();
  headers.set('content-type', 'application/x-www-form-urlencoded');
  headers.delete('content-length');
  return new NextRequest(url, { method, headers, body });
}

/** Forgets the place to go to that a cookie names, where it is none: next-auth would answer whatever brings it with 500. */
async function forgetOddPlace(request: NextRequest, publicUrl: string): Promise<void> {
  const secure = usesSecureCookies(publicUrl);
  const name = `${secure ? '__Secure-' : ''}next-auth.callback-url`;
  const place = request.cookies.get(name)?.value ?? '';
  if (place === '' || isPathOrAddress(place)) return;
  // What Next has the browser forget, next-auth does not see either.
  (await cookies()).delete({ name, secure, path: '/' });
}

const formFields = z.record(z.string(), z.string());

/**
 * Reads JSON as the form that it stands for: next-auth itself would fail on what does not parse, and take what is no text for one.
 * @throws DomainError 413, 415, 422
 */
async function formIn(request: NextRequest): Promise<URLSearchParams> {
  const said = await readJsonBody(request, { optional: true, maxBytes: MAX_BODY_BYTES });
  const parsed = formFields.safeParse(said === undefined ? {} : said);
  if (!parsed.success) throw invalid(faultsOf(parsed.error, 'body', said));
  return new URLSearchParams(parsed.data);
}

/** Gives the request without its body, and without a code that is none. */
function withPlainCode({ url: address, headers, method }: NextRequest): NextRequest {
  const url = new URL(address);
  const code = url.searchParams.get('error') ?? '';
  url.search = FAILURE_CODE.test(code) ? new URLSearchParams({ error: code }).toString() : '';
  return new NextRequest(url, { method, headers });
}

const answerSchema = z.object({ url: z.string() });

/**
 * Turns next-auth's answer to a sign-out to the provider, where the session has to end as well. The place that it
 * led to is kept in the browser; that there is one goes along as `state`, which the provider hands back to the sign-in page.
 * Source: OpenID Connect RP-Initiated Logout 1.0, section 2.
 * @param leaveBy the provider's address
 */
export async function leavingBy(
  leaveBy: string,
  answer: Response,
  publicUrl: string,
): Promise<Response> {
  const { status } = answer;
  const headers = new Headers(answer.headers);
  const location = headers.get('location');
  const meant = location ?? answerSchema.safeParse(await answer.json()).data?.url ?? publicUrl;
  const address = new URL(leaveBy);
  const path = pathBehind(new URL(meant, publicUrl), publicUrl);
  if (path !== '/') {
    address.searchParams.set('state', PLACE_IS_KEPT);
    headers.append('set-cookie', wayBackCookie(publicUrl, path));
  }
  if (location === null) return Response.json({ url: address.href }, { status, headers });
  headers.set('location', address.href);
  return new Response(null, { status, headers });
}

/** Gives the path where the person goes in the end: behind the sign-in page, if that is where they are led. */
function pathBehind(url: URL, publicUrl: string): string {
  return url.pathname === '/sign-in'
    ? localPathOf(url.searchParams.get('callbackUrl') ?? undefined, publicUrl)
    : localPathOf(url.href, publicUrl);
}

/**
 * Answers the way back from the provider. When it says no, or too many attempts from this address came to nothing,
 * the sign-in page says so, and next-auth, which `answer` stands for, is not asked.
 */
export async function returnFromProvider(
  deps: Deps,
  visit: Visit,
  query: URLSearchParams,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { origin } = visit;
  const failed = limitsOf(deps).slowdowns['provider-failed:network'];
  const network = networkKey(deps, origin.remoteAddress);
  try {
    await failed.begin(network);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    await recordLimitedSignIn(deps, null, { way: 'provider', origin });
    return toSignIn(deps, signInFailureCode(error));
  }
  const said = query.get('error');
  if (said !== null) {
    deps.logger.info({
      event: 'sign-in refused by the provider',
      said: said.slice(0, 100),
      ...origin,
    });
    await recordFailedSignIn(deps, null, { way: 'provider', origin });
    return toSignIn(deps, providerFailureCode(said === 'access_denied' ? 'cancelled' : 'failed'));
  }
  const response = await answer();
  if (visit.sessionId !== undefined) await failed.takeBack(network);
  else if (!visit.isHeard) await recordFailedSignIn(deps, null, { way: 'provider', origin });
  return response;
}

/** By way of next-auth's own address, which remembers where the person wanted to go. */
function toSignIn({ env }: Deps, code: string): Response {
  const location = `${env.publicUrl}/api/auth/signin?error=${code}`;
  return new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
}
