'use client';

import { DataTable } from '@/components/data-table/data-table';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { imageHref } from './image-page-params';
import type { DashboardImage } from './image-types';
import { sortIn, toSortParams } from './image-sort';
import type { ImagesState } from './use-images-params';

export interface ImagesTableProps {
  rows: readonly DashboardImage[];
  state: ImagesState;
  page: PaginationProps;
  /** Newer rows are on their way. */
  loading: boolean;
}

/** The images of one page, each row a link to its image. */
export function ImagesTable({ rows, state, page, loading }: ImagesTableProps) {
  const { scope, params, setParams } = state;
  return (
    <>
      <DataTable
        name={scope.table}
        label="Images"
        columns={scope.columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => imageHref(id)}
        sort={sortIn(params)}
        sortHref={(sort) => scope.hrefFor({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={loading}
        minWidth="wide"
      />
      <Pagination {...page} />
    </>
  );
}
