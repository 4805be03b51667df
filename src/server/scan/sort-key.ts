import { foldForSearch } from '@/domain/search';

const SORT_KEY_LENGTH = 100;

/** The first characters of a folded text: what lists are ordered by, short enough for an index entry. */
export function sortKeyOf(text: string): string {
  return foldForSearch(text).slice(0, SORT_KEY_LENGTH).toWellFormed();
}
