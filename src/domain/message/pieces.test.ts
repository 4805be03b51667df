import { expect, it } from 'vitest';
import { MAX_ITEMS, MAX_KEPT_ITEMS } from './content';
import { inPieces } from './pieces';

const solved = Array.from({ length: MAX_ITEMS / 2 }, (_, at) => `solved ${String(at)}`);

it.each([0, 1, 974, 975, 976, 1_000, 2_500])(
  'spreads %i news and what is solved over messages that keep all of them',
  (count) => {
    const news = Array.from({ length: count }, (_, at) => at);
    const pieces = inPieces(news, solved);
    expect(pieces.flatMap((piece) => piece.news)).toEqual(news);
    expect(pieces.flatMap((piece) => piece.solved)).toEqual(solved);
    expect(pieces).toHaveLength(Math.max(1, Math.ceil(count / 975)));
    for (const piece of pieces) {
      expect(piece.news.length + piece.solved.length).toBeLessThanOrEqual(MAX_KEPT_ITEMS);
    }
  },
);

it('makes no message of nothing', () => {
  expect(inPieces([], [])).toEqual([]);
});
