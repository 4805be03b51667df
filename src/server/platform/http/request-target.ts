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

/**
 * A target whose path can be decoded: what is no percent-encoding of UTF-8 text (`/images/%zz`) stands for itself.
 * It names nothing then, and is answered so; Next would fail over it.
 */
export function decodableForm(target: string): string {
  const path = pathnameOf(target);
  const segments = path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : literal(segment)));
  return `${segments.join('/')}${target.slice(path.length)}`;
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

function literal(segment: string): string {
  return segment.replaceAll('%', '%25');
}
