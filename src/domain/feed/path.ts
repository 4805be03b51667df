import { parseSecret, withoutSecrets } from '@/domain/api-key/api-key';
import { FEED_FILES, FEED_PATH, type FeedFile } from './address';

const ENDOFLIFE = /^endoflife\/([^/]+)\.json$/;

/** What the address of a feed asks for. */
export interface FeedAddress {
  /** As it stands in the address, whether or not it is one. */
  readonly token: string;
  /** A product: its release cycles as endoflife.date writes them. Null: there is no such file. */
  readonly wanted: { readonly file: FeedFile } | { readonly product: string } | null;
  /** The path for logs: nothing in it that could be a secret, wherever somebody put it. */
  readonly shownPath: string;
}

/** Whether a path without query is one of feeds. */
export function isFeedPath(pathname: string): boolean {
  return pathname.startsWith(FEED_PATH);
}

/** Reads the path of a feed, without query, with and without a slash at its end. */
export function feedAddressOf(pathname: string): FeedAddress {
  const [token = '', ...rest] = pathname.slice(FEED_PATH.length).replace(/\/$/, '').split('/');
  const name = rest.join('/');
  const wanted = wantedBy(name);
  const shownToken = parseSecret('feedToken', token) ? withoutSecrets(token) : '…';
  return { token, wanted, shownPath: `${FEED_PATH}${shownToken}/${wanted ? name : '…'}` };
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
