'use client';

import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { softwareListHref } from './search-params';
import { softwareHref } from './software-page-params';
import { sortIn, toSortParams } from './software-sort';
import type { ListedSoftware } from './software-types';
import type { SoftwareState } from './use-software-params';

/** Under which the browser keeps the reader's columns. */
export const SOFTWARE_TABLE = 'software';

export interface SoftwareTableProps {
  rows: readonly ListedSoftware[];
  columns: readonly TableColumn<ListedSoftware>[];
  state: SoftwareState;
  page: PaginationProps;
  /** Newer rows are on their way. */
  loading: boolean;
}

/** The software of one page, each row a link to its page. */
export function SoftwareTable({ rows, columns, state, page, loading }: SoftwareTableProps) {
  const { params, setParams } = state;
  return (
    <>
      <DataTable
        name={SOFTWARE_TABLE}
        label="Software"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => softwareHref(id)}
        sort={sortIn(params)}
        sortHref={(sort) => softwareListHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={loading}
        minWidth="wide"
      />
      <Pagination {...page} />
    </>
  );
}
