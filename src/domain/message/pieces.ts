import { MAX_ITEMS, MAX_KEPT_ITEMS } from './content';

/** What is new of one message: what is solved has the rest of the room. */
const MAX_NEWS = MAX_KEPT_ITEMS - MAX_ITEMS / 2;

/** What one message says. */
export interface Piece<New, Over> {
  readonly news: readonly New[];
  readonly solved: readonly Over[];
}

/**
 * Spreads what is said at once over as many messages as keep all of it: what is noted as told and then cut off is heard
 * by nobody. There is none where nothing is said.
 * @param solved no more than a message is sure to list
 */
export function inPieces<New, Over>(
  news: readonly New[],
  solved: readonly Over[],
): Piece<New, Over>[] {
  if (news.length === 0) return solved.length === 0 ? [] : [{ news, solved }];
  const pieces: Piece<New, Over>[] = [];
  for (let from = 0; from < news.length; from += MAX_NEWS) {
    pieces.push({
      news: news.slice(from, from + MAX_NEWS),
      solved: from === 0 ? solved : [],
    });
  }
  return pieces;
}
