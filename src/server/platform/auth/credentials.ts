import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import type { Deps } from '../deps';

/** The credentials that a request shows. */
export type Credentials =
  | { readonly kind: 'key'; readonly text: string }
  | { readonly kind: 'session'; readonly token: string }
  /** Credentials that this service does not give out. */
  | { readonly kind: 'foreign' };

const KEY_SCHEME = /^(?:apikey|bearer)(?:\s+(.*))?$/i;
const BASIC_SCHEME = /^basic\s+([A-Za-z0-9+/=_-]{1,4096})$/i;
const KEY_START = 'evt_';

/**
 * Returns the name of the session cookie, which is next-auth's own. With https only the one that a browser takes over
 * TLS alone counts: anybody on the way could plant the other over http.
 */
export function sessionCookieName(publicUrl: string): string {
  return usesSecureCookies(publicUrl)
    ? '__Secure-next-auth.session-token'
    : 'next-auth.session-token';
}

/** Whether every cookie of this service is one that browsers keep to TLS. */
export function usesSecureCookies(publicUrl: string): boolean {
  return publicUrl.startsWith('https://');
}

/**
 * Finds the credentials in a request's headers: `Authorization: ApiKey|Bearer <key>`, else `X-API-Key`, else
 * the session cookie. A key may also be the password of `Basic`, which some clients cannot do without. An authorization
 * of any other scheme, or with another password, belongs to a proxy on the way and hides no cookie.
 */
export function credentialsIn(headers: Headers, publicUrl: string): Credentials | null {
  const authorization = headers.get('authorization')?.trim() ?? '';
  const bySchemes = KEY_SCHEME.exec(authorization);
  if (bySchemes) return { kind: 'key', text: bySchemes[1]?.trim() ?? '' };
  const byPassword = keyInPassword(authorization);
  if (byPassword !== null) return { kind: 'key', text: byPassword };
  const byHeader = headers.get('x-api-key');
  if (byHeader !== null) return { kind: 'key', text: byHeader.trim() };
  const token = sessionTokenIn(headers.get('cookie') ?? '', publicUrl);
  if (token !== null) return { kind: 'session', token };
  return authorization === '' ? null : { kind: 'foreign' };
}

/** Finds a key in the password of `Basic` (RFC 7617); null for a password that is none. */
function keyInPassword(authorization: string): string | null {
  const encoded = BASIC_SCHEME.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const password = pair.slice(pair.indexOf(':') + 1).trim();
  return pair.includes(':') && password.startsWith(KEY_START) ? password : null;
}

/** Finds the session token in a `Cookie` header; null when there is none. */
export function sessionTokenIn(cookieHeader: string, publicUrl: string): string | null {
  const cookies = new Map<string, string>();
  for (const pair of cookieHeader.split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0)
      cookies.set(pair.slice(0, separator).trim(), pair.slice(separator + 1).trim());
  }
  const name = sessionCookieName(publicUrl);
  return (cookies.get(name) ?? joinedChunks(cookies, name)) || null;
}

/** Joins a token that next-auth cut, as too long for one cookie, into `<name>.0`, `<name>.1` and so on. */
function joinedChunks(cookies: ReadonlyMap<string, string>, name: string): string {
  let joined = '';
  for (let index = 0; ; index += 1) {
    const chunk = cookies.get(`${name}.${String(index)}`);
    if (chunk === undefined) return joined;
    joined += chunk;
  }
}

const sessionIdSchema = z.uuid();

/** Reads the session id out of a sealed token; null when the token is not ours, was altered or has expired. */
export async function sessionIdIn(token: string, secret: string): Promise<string | null> {
  const payload = await decode({ token, secret }).catch(() => null);
  return sessionIdSchema.safeParse(payload?.sessionId).data ?? null;
}

/** How long a sign-in lasts, whatever is done with it meanwhile. */
export const SESSION_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** How long a sign-in lasts that nobody uses. */
const SESSION_IDLE_MS = 14 * 24 * 60 * 60_000;

/** The moment since which a session has to have been used, to hold now. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - SESSION_IDLE_MS);
}

/** Makes the value of a `Set-Cookie` header that has a browser show a session, as next-auth sets it at a sign-in. */
export async function sessionCookie(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  sessionId: string,
): Promise<string> {
  const maxAge = SESSION_LIFETIME_SECONDS;
  const token = await encode({ token: { sessionId }, secret: env.authSecret, maxAge });
  const expires = new Date(clock.now().getTime() + maxAge * 1000).toUTCString();
  const attributes = `Path=/; Expires=${expires}; HttpOnly; SameSite=Lax`;
  const secure = usesSecureCookies(env.publicUrl) ? '; Secure' : '';
  return `${sessionCookieName(env.publicUrl)}=${token}; ${attributes}${secure}`;
}
