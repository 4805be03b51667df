/** Any host: only whether a path leads away from it matters. */
const HERE = 'http://here.invalid';

/**
 * A place on this site to go to after signing in, or `/` when what was asked for is not one: another site
 * in whatever disguise, or the sign-in itself.
 */
export function localPathOf(asked: string | readonly string[] | undefined): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return '/';
  const url = new URL(asked, HERE);
  if (url.origin !== HERE || /^\/(?:sign-in|set-up|api)(?:\/|$)/.test(url.pathname)) return '/';
  // A path may begin with two slashes after the host, and would name a host of its own without it.
  return url.pathname.startsWith('//') ? '/' : `${url.pathname}${url.search}${url.hash}`;
}
