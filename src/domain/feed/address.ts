/**
 * The parts of an organization that a feed token may read. `mine` is what the teams own that the person is in who made
 * it, whichever they are at the time.
 */
export const FEED_SCOPES = ['organization', 'team', 'project', 'image', 'product', 'mine'] as const;
export type FeedScope = (typeof FEED_SCOPES)[number];

/** Where feeds lie below the service's origin. */
export const FEED_PATH = '/feeds/';

/** The files that each token has. */
export const FEED_FILES = ['calendar.ics', 'feed.atom', 'badge.svg', 'badge.json'] as const;
export type FeedFile = (typeof FEED_FILES)[number];

/** The address of one of a token's files. */
export function feedUrl(publicUrl: string, token: string, file: FeedFile): string {
  return `${publicUrl}${FEED_PATH}${token}/${file}`;
}

/** The address below which a token has `{product}.json`, as tools that read endoflife.date take it. */
export function feedEndoflifeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}${FEED_PATH}${token}/endoflife`;
}
