'use client';

import { useMemo } from 'react';
import Link from 'next/link';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults } from '@/components/feedback/no-results';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { PageHeader } from '@/components/layout/page-header';
import { TotalCount } from '@/components/layout/total-count';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { CallFailure } from '@/features/frame/call-failure';
import { imagesHref } from '@/features/image/search-params';
import { useTRPC } from '@/trpc/client';
import { softwareColumns } from './columns';
import { describeFilters } from './filter-options';
import { SampleSoftware } from './sample-software';
import { isFiltered, NO_FILTERS, softwareListHref, toSoftwareQuery } from './search-params';
import { SoftwareFilters } from './software-filters';
import { SoftwareTable } from './software-table';
import { useSoftwareParams, type SoftwareState } from './use-software-params';

/** @param props.today a UTC day */
export function SoftwareView({ today }: { today: string }) {
  const state = useSoftwareParams();
  const software = useSoftware(state);
  const { project } = state.params;
  const columns = useMemo(() => softwareColumns(today, project), [today, project]);
  const { data } = software;
  const isEmpty = data?.total === 0 && !software.isPlaceholderData && !isFiltered(state.params);
  return (
    <Stack>
      <PageHeader title="Software" aside={<TotalCount count={data?.total} />} />
      {!isEmpty && <SoftwareFilters state={state} columns={columns} counts={data?.states} />}
      {isEmpty ? <NothingYet /> : <Results state={state} software={software} columns={columns} />}
    </Stack>
  );
}

function NothingYet() {
  return (
    <NoData
      title="What your images hold will be listed here, by when it ends."
      picture={<SampleSoftware />}
      action={
        <Button asChild variant="primary">
          <Link href={imagesHref()}>Scan an image</Link>
        </Button>
      }
    >
      No scan has found software with a known life cycle yet.
    </NoData>
  );
}

function useSoftware({ params }: SoftwareState) {
  return useQuery({
    ...useTRPC().software.listForDashboard.queryOptions(toSoftwareQuery(params)),
    placeholderData: keepPreviousData,
  });
}

interface ResultsProps {
  state: SoftwareState;
  software: ReturnType<typeof useSoftware>;
  columns: ReturnType<typeof softwareColumns>;
}

function Results({ state, software, columns }: ResultsProps) {
  const { params, setFilter, setParams } = state;
  if (software.error) {
    return <CallFailure title="The software could not be loaded." query={software} />;
  }
  if (!software.data) return <Loading label="Loading software" columns={6} />;
  const { items, total } = software.data;
  if (total === 0) {
    return <NoResults title={describeFilters(params)} onClear={() => setFilter(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'software cycles',
    hrefFor: (number: number, size: number) => softwareListHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <SoftwareTable
      rows={items}
      columns={columns}
      state={state}
      page={page}
      loading={software.isPlaceholderData}
    />
  );
}
