/** The parts of an organization that a feed token may read. */
export const FEED_SCOPES = ['organization', 'project', 'image', 'product'] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];

/** Where feeds lie below the service's origin. */
const FEED_PATH = '/feeds/';

/** The files that each token has. */
export const FEED_FILES = ['calendar.ics', 'feed.atom', 'badge.svg', 'badge.json'] as const;
export type FeedFile = (typeof FEED_FILES)[number];

const ENDOFLIFE = /^endoflife\/([^/]+)\.json$/;
/** As many characters as tell whose token it is, and not the secret. */
const SHOWN_CHARACTERS = 12;

/** What the address of a feed asks for. */
export interface FeedAddress {
  /** As it stands in the address, whether or not it is one. */
  readonly token: string;
  /** A product: its release cycles as endoflife.date writes them. Null: there is no such file. */
  readonly wanted: { readonly file: FeedFile } | { readonly product: string } | null;
  /** The path for logs, without the secret. */
  readonly shownPath: string;
}

/** Whether a path without query is one of feeds. */
export function isFeedPath(pathname: string): boolean {
  return pathname.startsWith(FEED_PATH);
}

/** Reads the path of a feed, without query. */
export function feedAddressOf(pathname: string): FeedAddress {
  const [token = '', ...rest] = pathname.slice(FEED_PATH.length).split('/');
  const name = rest.join('/');
  const shownPath = `${FEED_PATH}${token.slice(0, SHOWN_CHARACTERS)}…/${name}`;
  return { token, wanted: wantedBy(name), shownPath };
}

function wantedBy(name: string): FeedAddress['wanted'] {
  const file = FEED_FILES.find((one) => one === name);
  if (file !== undefined) return { file };
  const slug = ENDOFLIFE.exec(name)?.[1];
  const product = slug === undefined ? null : decoded(slug);
  return product === null ? null : { product };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The address of one of a token's files. */
export function feedUrl(publicUrl: string, token: string, file: FeedFile): string {
  return `${publicUrl}${FEED_PATH}${token}/${file}`;
}

/** The address below which a token has `{product}.json`, as tools that read endoflife.date take it. */
export function feedEndoflifeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${FEED_PATH}${token}/endoflife`;
}
