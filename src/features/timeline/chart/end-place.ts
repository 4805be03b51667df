import type { DrawnRow } from '../drawing/row-layout';
import type { Geometry } from './geometry';
import type { ScrollView } from './use-scroll-view';

/**
 * Where the words at the end of a bar stand: after it; before the edge of what is in sight, since there is no
 * room after it (`beside`) or its end lies further right (`later`); or at the other edge, since all of it lies
 * further left (`earlier`).
 */
export type EndPlace = 'after' | 'beside' | 'later' | 'earlier';

/** Between a bar's end and its words: half of a mark, and some air. */
export const END_GAP_PX = 12;
const CHARACTER_PX = 6.1;

/** A guess of how wide words will be: measuring thousands of them costs too much. */
export function textPx(text: string): number {
  return text.length * CHARACTER_PX;
}

/** See {@link EndPlace}; `wordsPx` is the width of the words. */
export function endPlaceOf(
  row: Pick<DrawnRow, 'markX' | 'endX'>,
  wordsPx: number,
  { originPx, isNarrow }: Pick<Geometry, 'originPx' | 'isNarrow'>,
  { leftPx, widthPx }: Pick<ScrollView, 'leftPx' | 'widthPx'>,
): EndPlace {
  const edgePx = leftPx + widthPx - originPx;
  const startPx = leftPx - (isNarrow ? originPx : 0);
  if (row.endX < startPx) return 'earlier';
  if (row.markX > edgePx) return 'later';
  return row.endX + END_GAP_PX + wordsPx > edgePx ? 'beside' : 'after';
}
