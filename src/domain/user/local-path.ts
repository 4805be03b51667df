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
  const { origin, pathname, href } = new URL(asked, baseUrl);
  return origin === baseUrl && !pathname.startsWith('//') ? href : baseUrl;
}
