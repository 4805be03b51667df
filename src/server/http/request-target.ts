const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * A request target as a path with its query. Proxies and some clients send it as an absolute URL, which every
 * server must take (RFC 9112, 3.2.2); what is no path at all (`*`) stays as it is.
 */
export function originForm(target: string | undefined): string {
  const bare = (target ?? '/').replace(ABSOLUTE, '');
  return bare === '' || bare.startsWith('?') ? `/${bare}` : bare;
}

/** The path of a target in origin form, without query and fragment. */
export function pathnameOf(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
