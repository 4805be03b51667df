'use client';

import { DataTable } from '@/components/data-table/data-table';
import { Pagination, type PaginationProps } from '@/components/ui/pagination';
import { IMAGE_COLUMNS } from './columns';
import { imageHref } from './image-page-params';
import type { DashboardImage } from './image-types';
import { imagesHref } from './search-params';
import { sortIn, toSortParams } from './image-sort';
import type { ImagesState } from './use-images-params';

/** Under which the browser keeps the reader's columns. */
export const IMAGES_TABLE = 'images';

export interface ImagesTableProps {
  rows: readonly DashboardImage[];
  state: ImagesState;
  page: PaginationProps;
  /** Newer rows are on their way. */
  loading: boolean;
}

/** The images of one page, each row a link to its image. */
export function ImagesTable({ rows, state, page, loading }: ImagesTableProps) {
  const { params, setParams } = state;
  return (
    <>
      <DataTable
        name={IMAGES_TABLE}
        label="Images"
        columns={IMAGE_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => imageHref(id)}
        sort={sortIn(params)}
        sortHref={(sort) => imagesHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={loading}
        minWidth="wide"
      />
      <Pagination {...page} />
    </>
  );
}
