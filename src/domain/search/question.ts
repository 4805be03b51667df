import { foldForSearch } from '@/domain/list';

/** What somebody looks for, and where. Words are folded. */
export interface SearchQuestion {
  readonly words: readonly string[];
  /** Words of the project or team that it is to be in; empty: anywhere. */
  readonly place: readonly string[];
}

/** More words than any name has. */
const MAX_WORDS = 12;

/**
 * Reads what was typed: words in any order, and after a last `in` where to look: `node 20 in payments`. Whether there is
 * such a place is for others to say; {@link anywhere} takes the same text as plain words.
 */
export function searchQuestion(text: string): SearchQuestion {
  const words = foldedWords(text);
  const at = words.lastIndexOf('in');
  if (at < 1 || at === words.length - 1) return { words, place: [] };
  return { words: words.slice(0, at), place: words.slice(at + 1) };
}

/** Gives the same words without a place. */
export function anywhere({ words, place }: SearchQuestion): SearchQuestion {
  return place.length === 0 ? { words, place } : { words: [...words, 'in', ...place], place: [] };
}

/** Writes a question down as it could have been typed. */
export function questionText({ words, place }: SearchQuestion): string {
  return [...words, ...(place.length > 0 ? ['in', ...place] : [])].join(' ');
}

/** Splits a text into its words, folded. */
export function foldedWords(text: string): string[] {
  return foldForSearch(text).split(/\s+/u).filter(Boolean).slice(0, MAX_WORDS);
}
