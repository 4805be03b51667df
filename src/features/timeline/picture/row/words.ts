import { CHARACTER_PX, MARK_PX } from '../mark/view';

/** Room on either side of words, and between them and a mark. */
export const WORDS_PADDING_PX = 4;

export interface PlacedWords {
  readonly text: string;
  readonly x: number;
}

/** Measures words as they are drawn in a picture. */
export function wordsWidth(text: string): number {
  return text.length * CHARACTER_PX + 2 * WORDS_PADDING_PX;
}

/**
 * Places words on an axis beside the marks on it, as far right as there is room. Words that are longer than any room lose
 * what they say last, and then their end: neither marks nor the margin are written over.
 * @param marks where the marks are
 * @param arrow what stands behind the words in any case
 */
export function wordsBeside(
  text: string,
  marks: readonly number[],
  axisPx: number,
  arrow = '',
): PlacedWords {
  const gaps = gapsOf(marks, axisPx);
  const parts = text.split(' · ');
  for (let count = parts.length; count > 0; count -= 1) {
    const shorter = parts.slice(0, count).join(' · ') + arrow;
    const px = wordsWidth(shorter);
    const gap = gaps.findLast(({ from, to }) => to - from >= px);
    if (gap) return { text: shorter, x: gap.to - px };
  }
  const { from, to } = gaps.toSorted((one, other) => one.to - one.from - (other.to - other.from))[
    gaps.length - 1
  ] ?? { from: 0, to: axisPx };
  const characters =
    Math.floor((to - from - 2 * WORDS_PADDING_PX) / CHARACTER_PX) - 1 - arrow.length;
  return { text: `${text.slice(0, Math.max(0, characters))}…${arrow}`, x: from };
}

function gapsOf(marks: readonly number[], axisPx: number) {
  const inside = marks.toSorted((one, other) => one - other);
  const edges = [WORDS_PADDING_PX - MARK_PX, ...inside, axisPx - WORDS_PADDING_PX + MARK_PX];
  return edges.slice(1).map((to, index) => ({
    from: (edges[index] ?? 0) + MARK_PX,
    to: to - MARK_PX,
  }));
}
