/** What a request shows to say who is calling. */
export type Credentials =
  | { readonly kind: 'key'; readonly text: string }
  | { readonly kind: 'session'; readonly tokens: readonly string[] }
  /** Something, but nothing that this service gives out. */
  | { readonly kind: 'foreign' };

const KEY_SCHEME = /^(?:apikey|bearer)(?:\s+(.*))?$/i;
/** next-auth's names for its session cookie: over https, and over http. */
export const SESSION_COOKIES = {
  secure: '__Secure-next-auth.session-token',
  plain: 'next-auth.session-token',
} as const;

/**
 * Finds the credentials in a request's headers: `Authorization: ApiKey|Bearer <key>`, else `X-API-Key`, else
 * the session cookie. An authorization of any other scheme belongs to a proxy on the way and hides no cookie.
 */
export function credentialsIn(headers: Headers): Credentials | null {
  const authorization = headers.get('authorization')?.trim() ?? '';
  const bySchemes = KEY_SCHEME.exec(authorization);
  if (bySchemes) return { kind: 'key', text: bySchemes[1]?.trim() ?? '' };
  const byHeader = headers.get('x-api-key');
  if (byHeader !== null) return { kind: 'key', text: byHeader.trim() };
  const tokens = sessionTokensIn(headers.get('cookie') ?? '');
  if (tokens.length > 0) return { kind: 'session', tokens };
  return authorization === '' ? null : { kind: 'foreign' };
}

/** The session tokens in a `Cookie` header; a browser that saw this host over http and https sends two. */
export function sessionTokensIn(cookieHeader: string): string[] {
  const cookies = new Map<string, string>();
  for (const pair of cookieHeader.split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0)
      cookies.set(pair.slice(0, separator).trim(), pair.slice(separator + 1).trim());
  }
  return Object.values(SESSION_COOKIES)
    .map((name) => cookies.get(name) ?? joinedChunks(cookies, name))
    .filter((token) => token !== '');
}

/** next-auth cuts a token that is too long for one cookie into `<name>.0`, `<name>.1` and so on. */
function joinedChunks(cookies: ReadonlyMap<string, string>, name: string): string {
  let joined = '';
  for (let index = 0; ; index += 1) {
    const chunk = cookies.get(`${name}.${String(index)}`);
    if (chunk === undefined) return joined;
    joined += chunk;
  }
}
