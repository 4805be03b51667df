'use client';

import { useMemo } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { ViewMenu } from '@/components/data-table/view-menu';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults } from '@/components/feedback/no-results';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { imageHref, toPackagesQuery } from '../image-page-params';
import { matchesByPackage } from './matches';
import { packageColumns } from './package-columns';
import { useImagePageParams } from './use-image-page-params';

const TABLE = 'packages';

export interface PackagesTabProps {
  imageTagId: string;
  /** A UTC day. */
  today: string;
}

/** Everything that the latest scan found, and what of it is known to end. */
export function PackagesTab({ imageTagId, today }: PackagesTabProps) {
  const { params, setParams } = useImagePageParams();
  const columns = usePackageColumns(imageTagId, today);
  return (
    <Stack>
      <FilterBar
        label="Filter packages"
        active={params.q !== ''}
        onClear={() => setParams({ q: null, page: null })}
        trailing={<ViewMenu name={TABLE} columns={columns} />}
      >
        <SearchInput
          label="Search packages"
          value={params.q}
          onChange={(q) => setParams({ q, page: null })}
        />
      </FilterBar>
      <Results imageTagId={imageTagId} columns={columns} />
    </Stack>
  );
}

function usePackageColumns(imageTagId: string, today: string) {
  const { data } = useQuery(useTRPC().image.findings.queryOptions({ imageTagId }));
  return useMemo(() => packageColumns(data ? matchesByPackage(data) : null, today), [data, today]);
}

interface ResultsProps {
  imageTagId: string;
  columns: ReturnType<typeof packageColumns>;
}

function Results({ imageTagId, columns }: ResultsProps) {
  const { params, setParams } = useImagePageParams();
  const packages = useQuery({
    ...useTRPC().image.components.queryOptions(toPackagesQuery(imageTagId, params)),
    placeholderData: keepPreviousData,
  });
  if (packages.error)
    return <CallFailure title="The packages could not be loaded." query={packages} />;
  if (!packages.data) return <Loading label="Loading packages" columns={4} />;
  const { items, total } = packages.data;
  if (total === 0 && params.q === '') {
    return (
      <NoData title="The latest scan listed no packages.">Some scanners leave them out.</NoData>
    );
  }
  if (total === 0) {
    return (
      <NoResults
        title={`No package is named “${params.q}”.`}
        onClear={() => setParams({ q: null, page: null })}
      />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'packages',
    hrefFor: (number: number, size: number) =>
      imageHref(imageTagId, { ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={TABLE}
        label="Packages"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        loading={packages.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
