import type { TableSort } from '@/components/data-table/columns';
import { IMAGE_SORTS } from '@/domain/image/list';
import type { ImagesParams } from './search-params';

/** The order of the list as its table knows it. */
export function sortIn({ sort, dir }: ImagesParams): TableSort {
  return { by: sort, direction: dir };
}

/** A sort in the address. Another order starts at its first page. */
export function toSortParams({ by, direction }: TableSort) {
  const sort = IMAGE_SORTS.find((known) => known === by);
  return { sort, dir: direction, page: 1 };
}
