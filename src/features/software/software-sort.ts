import type { TableSort } from '@/components/data-table/columns';
import { SOFTWARE_SORTS } from '@/domain/software/list';
import type { SoftwareParams } from './search-params';

/** The order of the list as its table knows it. */
export function sortIn({ sort, dir }: SoftwareParams): TableSort {
  return { by: sort, direction: dir };
}

/** A sort in the address. Another order starts at its first page. */
export function toSortParams({ by, direction }: TableSort) {
  const sort = SOFTWARE_SORTS.find((known) => known === by);
  return { sort, dir: direction, page: 1 };
}
