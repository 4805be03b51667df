/** Words of this length and more may be mistyped in one letter, and in two from {@link LONG} on. */
const SHORTEST = 4;
const LONG = 8;

/**
 * Finds the words that were meant where nothing goes by those that were typed.
 *
 * A word that is part of a known one stays as it is, and so do versions: 3.10 is no misspelled 3.11.
 * @param vocabulary folded words, those that are meant more often first
 * @returns null when no word can be bettered
 */
export function respelled(
  words: readonly string[],
  vocabulary: readonly string[],
): string[] | null {
  const known = vocabulary.map((word) => ({ word, letters: lettersIn(word) }));
  const bettered = words.map((word) => nearest(word, known) ?? word);
  return bettered.some((word, at) => word !== words[at]) ? bettered : null;
}

interface KnownWord {
  readonly word: string;
  readonly letters: number;
}

function nearest(word: string, vocabulary: readonly KnownWord[]): string | null {
  if (word.length < SHORTEST || /\d/u.test(word)) return null;
  if (vocabulary.some(({ word: known }) => known.includes(word))) return null;
  const allowed = word.length < LONG ? 1 : 2;
  const own = lettersIn(word);
  let best: { readonly known: string; readonly steps: number } | null = null;
  for (const { word: known, letters } of vocabulary) {
    if (Math.abs(known.length - word.length) > allowed) continue;
    // A step takes away one letter at most, and brings one.
    if (bitsIn(own ^ letters) > 2 * allowed) continue;
    const steps = typingSteps(word, known, allowed);
    if (steps <= allowed && (best === null || steps < best.steps)) best = { known, steps };
  }
  return best?.known ?? null;
}

/** Which letters a word has, a bit for each; some share theirs. */
function lettersIn(word: string): number {
  let letters = 0;
  for (const letter of word) letters |= 1 << ((letter.codePointAt(0) ?? 0) & 31);
  return letters;
}

function bitsIn(number: number): number {
  let bits = 0;
  for (let left = number; left !== 0; left &= left - 1) bits += 1;
  return bits;
}

/**
 * Counts the letters that were left out, added, mistaken or exchanged with the next between two words: the optimal string
 * alignment distance.
 * @param most what is further is not counted to its end: more than this is returned
 */
export function typingSteps(typed: string, meant: string, most = Infinity): number {
  const [from, to] = [[...typed], [...meant]];
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let steps = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const exchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && exchanged) {
        steps = Math.min(steps, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(steps);
    }
    // An exchange comes from the row before the last.
    const isFurther = (steps: readonly number[]) => steps.every((so) => so > most);
    if (isFurther(current) && isFurther(last)) return most + 1;
    [beforeLast, last] = [last, current];
  }
  return last[to.length] ?? 0;
}
