/**
 * The form in which text is stored for search and in which a search is put: case folded so that a text's
 * fold contains the fold of each of its parts, whatever case either is written in. Upper-casing in between
 * joins what lower-casing alone keeps apart (`ß`, `ẞ` and `SS`). JavaScript lower-cases a final sigma
 * differently from one inside a word, which would break containment, so both sigmas become one.
 */
export function foldForSearch(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

const SORT_KEY_LENGTH = 100;

/** The first characters of a folded text: what lists are ordered by, short enough for an index entry. */
export function sortKeyOf(text: string): string {
  return foldForSearch(text).slice(0, SORT_KEY_LENGTH).toWellFormed();
}

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;
export type SortDirection = (typeof SORT_DIRECTIONS)[number];
