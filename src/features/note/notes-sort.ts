import type { TableSort } from '@/components/data-table/columns';
import { NOTE_SORTS } from '@/domain/note/list';
import type { NotesParams } from './search-params';

/** The order of the list as its table knows it. */
export function sortIn({ sort, dir }: NotesParams): TableSort {
  return { by: sort, direction: dir };
}

/** A sort in the address. Another order starts at its first page. */
export function toSortParams({ by, direction }: TableSort) {
  const sort = NOTE_SORTS.find((known) => known === by);
  return { sort, dir: direction, page: 1 };
}
