import type { DrawnBar, Geometry } from './rows';

/** Where the words stand that tell of a row's end. */
export interface EndPlace {
  /**
   * `after`: where they belong on the bar. `left`, `right`: at that edge of what is in sight. `before`: left of a place.
   * `crowded`: nowhere is room for them.
   */
  readonly at: 'after' | 'left' | 'right' | 'before' | 'crowded';
  /** Where they have to end, from the start of the axis; null: they stand at an edge, or after the bar. */
  readonly beforeX: number | null;
  /** On which side of them the end lies that they tell; null: they stand beside it. */
  readonly arrow: 'earlier' | 'later' | null;
}

/** The part of the axis that is in sight, from its start. */
export interface AxisInSight {
  readonly startPx: number;
  readonly edgePx: number;
}

/** Between a mark or a bar's end and words: half of a mark, and some air. */
export const END_GAP_PX = 12;
/** An arrow, and some air. */
const ARROW_PX = 16;

/** Tells which part of the axis is in sight in a box that was scrolled. */
export function axisSeen(
  { originPx, isNarrow }: Pick<Geometry, 'originPx' | 'isNarrow'>,
  { leftPx, widthPx }: { readonly leftPx: number; readonly widthPx: number },
): AxisInSight {
  return {
    startPx: leftPx - (isNarrow ? originPx : 0),
    edgePx: leftPx + widthPx - originPx,
  };
}

type Marked = Pick<DrawnBar, 'toldX' | 'wordsX' | 'ends' | 'notes'>;

/**
 * Finds a place for words that are `wordsPx` wide: after the end that they tell, or before it. Where another mark leaves no
 * room there, they stand between two others, or at an edge, with an arrow to their end: without one they would be read as
 * those of the mark that they come to stand beside.
 */
export function placeEnd(bar: Marked, wordsPx: number, sight: AxisInSight): EndPlace {
  const marks = [...bar.ends, ...bar.notes].map(({ x }) => x).toSorted((one, two) => one - two);
  const { startPx, edgePx } = sight;
  const { toldX, wordsX } = bar;
  if (wordsX < startPx) return atEdge('left', wordsPx, marks, sight);
  if (toldX > edgePx) return atEdge('right', wordsPx, marks, sight);
  const next = marks.find((x) => x > wordsX) ?? Infinity;
  if (wordsX + END_GAP_PX + wordsPx <= Math.min(edgePx, next - END_GAP_PX)) {
    return { at: 'after', beforeX: null, arrow: null };
  }
  const previous = marks.findLast((x) => x < toldX) ?? -Infinity;
  const beforeX = toldX - END_GAP_PX;
  if (beforeX - wordsPx >= Math.max(startPx, previous + END_GAP_PX)) {
    return { at: 'before', beforeX, arrow: null };
  }
  return elsewhere(bar, wordsPx, marks, sight);
}

/** Words of one row, and how wide they are, about. */
export interface Words {
  readonly text: string;
  readonly widthPx: number;
}

/** Words with their place. */
export interface PlacedWords extends Pick<EndPlace, 'beforeX' | 'arrow'> {
  readonly text: string;
}

/**
 * Chooses among the words of a row, longest first: those that stand beside their end, else those that have room anywhere.
 * Null: none of them has, and marks are worth more than words upon them.
 */
export function chooseWords(
  bar: Marked,
  forms: readonly Words[],
  sight: AxisInSight,
): PlacedWords | null {
  let elsewhere: PlacedWords | null = null;
  for (const { text, widthPx } of forms) {
    const { at, beforeX, arrow } = placeEnd(bar, widthPx, sight);
    if (at === 'crowded') continue;
    if (arrow === null) return { text, beforeX, arrow };
    elsewhere ??= { text, beforeX, arrow };
  }
  return elsewhere;
}

/** The end is out of sight. */
function atEdge(
  at: 'left' | 'right',
  wordsPx: number,
  marks: readonly number[],
  sight: AxisInSight,
): EndPlace {
  const arrow = at === 'left' ? 'earlier' : 'later';
  const gaps = gapsIn(marks, sight);
  const fits = gapFor(wordsPx + ARROW_PX);
  const edge = gaps.at(at === 'left' ? 0 : -1);
  const gap = gaps.findLast(fits);
  if (!gap) return { at: 'crowded', beforeX: null, arrow };
  if (edge && fits(edge)) return { at, beforeX: null, arrow };
  return { at: 'before', beforeX: gap.to, arrow };
}

/** The end is in sight, and there is no room beside it. */
function elsewhere(
  { toldX, wordsX }: Marked,
  wordsPx: number,
  marks: readonly number[],
  sight: AxisInSight,
): EndPlace {
  const gaps = gapsIn(marks, sight).filter(gapFor(wordsPx + ARROW_PX));
  const after = gaps.find(({ from }) => from > toldX);
  if (after) {
    const isBeside = after.from === toldX + END_GAP_PX;
    const beforeX = after.from + wordsPx + ARROW_PX;
    return { at: 'before', beforeX, arrow: isBeside ? null : 'earlier' };
  }
  const before = gaps.findLast(({ to }) => to < toldX);
  if (before) return { at: 'before', beforeX: before.to, arrow: 'later' };
  const isPast = wordsX + END_GAP_PX + wordsPx > sight.edgePx && marks.some((x) => x > toldX);
  return { at: 'crowded', beforeX: null, arrow: isPast ? 'earlier' : null };
}

interface Gap {
  readonly from: number;
  readonly to: number;
}

const gapFor =
  (px: number) =>
  ({ from, to }: Gap) =>
    to - from >= px;

function gapsIn(marks: readonly number[], { startPx, edgePx }: AxisInSight): Gap[] {
  const inside = marks.filter((x) => x > startPx - END_GAP_PX && x < edgePx + END_GAP_PX);
  const ends = [...inside.map((x) => x - END_GAP_PX), edgePx];
  const starts = [startPx, ...inside.map((x) => x + END_GAP_PX)];
  return starts.map((from, place) => ({ from, to: ends[place] ?? edgePx }));
}
