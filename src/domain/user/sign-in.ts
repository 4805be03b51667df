import type { DomainError } from '@/domain/errors';
import type { ProviderRefusal } from './provider';

/**
 * Why signing in at the provider did not succeed. `unreachable`: it could not be asked. `cancelled`: it says
 * that the person, or its rules, said no. `failed`: what it sent, or what the browser kept, does not hold.
 */
export type ProviderFailure = ProviderRefusal | 'unreachable' | 'cancelled' | 'failed';

/** Why a sign-in did not succeed, as far as the person who tried is told. */
export type SignInFailure =
  | { readonly why: 'wrong' | 'unavailable' | ProviderFailure }
  | { readonly why: 'too_many'; readonly retryAfterSeconds: number };

const TOO_MANY = /^too_many-(\d{1,6})$/;

const OWN_CODES = {
  unverified: 'provider_unverified',
  no_account: 'provider_no_account',
  other_identity: 'provider_other_identity',
  unreachable: 'provider_unreachable',
  cancelled: 'provider_cancelled',
  failed: 'provider_failed',
} as const satisfies Record<ProviderFailure, string>;

/** next-auth's own codes, and ours; what is not here is unforeseen. Source: next-auth 4, "Error codes". */
const WHY_OF_CODE: ReadonlyMap<string, ProviderFailure | 'wrong'> = new Map([
  ...providerFailures().map((why) => [OWN_CODES[why], why] as const),
  ['wrong', 'wrong'],
  ['CredentialsSignin', 'wrong'],
  ['OAuthSignin', 'unreachable'],
  ['OAuthCallback', 'failed'],
  ['OAuthCreateAccount', 'failed'],
  ['OAuthAccountNotLinked', 'other_identity'],
  ['Callback', 'failed'],
  ['AccessDenied', 'cancelled'],
]);

function providerFailures(): ProviderFailure[] {
  // `keys` forgets which names an object has.
  return Object.keys(OWN_CODES) as ProviderFailure[];
}

/** A failure as one word, which is all that fits through next-auth. `null`: anything unforeseen. */
export function signInFailureCode(error: DomainError | null): string {
  if (error?.code === 'too_many_requests')
    return `too_many-${String(error.retryAfterSeconds ?? 0)}`;
  return error?.code === 'unauthorized' ? 'wrong' : 'unavailable';
}

/** As {@link signInFailureCode}, of a sign-in at the provider. */
export function providerFailureCode(why: ProviderFailure): string {
  return OWN_CODES[why];
}

/** Reads what {@link signInFailureCode} and {@link providerFailureCode} wrote, and next-auth's own codes. */
export function signInFailureOf(code: string): SignInFailure {
  const seconds = TOO_MANY.exec(code)?.[1];
  if (seconds !== undefined) return { why: 'too_many', retryAfterSeconds: Number(seconds) };
  return { why: WHY_OF_CODE.get(code) ?? 'unavailable' };
}

/** Whether a failure is about the provider, and not about a password. */
export function isProviderFailure({ why }: SignInFailure): boolean {
  return Object.hasOwn(OWN_CODES, why);
}

/** Any host: only whether a path leads away from it matters. */
const HERE = 'http://here.invalid';

/**
 * A place on this site to go to after signing in, or `/` when what was asked for is not one: another site
 * in whatever disguise, or the sign-in itself.
 * @param origin of this site: next-auth puts it before the paths that it remembers
 */
export function localPathOf(asked: string | readonly string[] | undefined, origin = HERE): string {
  if (typeof asked === 'string' && asked.startsWith(`${origin}/`)) {
    return localPathOf(asked.slice(origin.length));
  }
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return '/';
  const url = new URL(asked, HERE);
  if (url.origin !== HERE || /^\/(?:sign-in|set-up|api)(?:\/|$)/.test(url.pathname)) return '/';
  // A path may begin with two slashes after the host, and would name a host of its own without it.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}${url.hash}`;
}

/**
 * The whole address of a place on this site, or `baseUrl` when what was asked for is not one. Unlike
 * {@link localPathOf} it takes whole addresses too, and any place: next-auth asks it about its own.
 *
 * @param baseUrl this site's origin
 */
export function ownAddressOf(asked: string, baseUrl: string): string {
  if (!URL.canParse(asked, baseUrl)) return baseUrl;
  const { origin, protocol, pathname, href } = new URL(asked, baseUrl);
  // The origin of `blob:http://…` is that of the address in it.
  const isOwn = origin === baseUrl && isOfWeb(protocol);
  return isOwn && !pathname.startsWith('//') ? href : baseUrl;
}

/**
 * Tells whether something is a path from `/` on, or a whole address of the web. next-auth takes nothing else for a place to go
 * to, and fails where it is given something else.
 */
export function isPathOrAddress(text: string): boolean {
  const base = text.startsWith('/') ? HERE : undefined;
  return URL.canParse(text, base) && isOfWeb(new URL(text, base).protocol);
}

function isOfWeb(protocol: string): boolean {
  return protocol === 'http:' || protocol === 'https:';
}
