/** As the bundler names the failure to fetch a part of the page. */
const NOT_FETCHED = 'ChunkLoadError';

/** Said where a part of the page is not there, so that nothing was sent. */
export const PART_IS_GONE =
  'A part of this page could not be loaded. Eventide may have been updated since you opened it, or the connection is gone: reload the page.';

/** What is said of a page that could not be shown, and whether only a reload mends it. */
export interface PageFailureWords {
  readonly words: string;
  readonly needsReload: boolean;
}

/**
 * Tells what an error says of a page. The server's errors have a digest: they come of showing, which changes nothing. In the
 * browser it may be what was just done that cannot be shown.
 */
export function failureOfPage(error: Error & { readonly digest?: string }): PageFailureWords {
  if (error.digest !== undefined) {
    return {
      words:
        'The server made a mistake. Nothing was changed. If it happens again, give the request id to whoever runs this service.',
      needsReload: false,
    };
  }
  const done =
    'If you have just changed something, look whether it was done before you do it again.';
  if (error.name === NOT_FETCHED) {
    return { words: `${PART_IS_GONE} ${done}`, needsReload: true };
  }
  return { words: `The page made a mistake in your browser. ${done}`, needsReload: false };
}
