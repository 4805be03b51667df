'use client';

import { useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { hrefs } from '@/features/hrefs';
import { StaleView } from '@/features/saved-view/card';
import { useTRPC } from '@/trpc/client';
import { WaiverFilters } from './filters';
import {
  isFiltered,
  NO_FILTERS,
  toWaiversQuery,
  useWaiversParams,
  waiversHref,
  waiversParsers,
  type WaiversState,
} from './params';
import { columnsInAddress, sortIn, toSortParams, waiverColumns, WAIVERS_TABLE } from './table';

/**
 * Lists what is waived, what was, and what is asked for.
 * @param props.today a UTC day
 */
export function WaiversView({ today }: { readonly today: string }) {
  const state = useWaiversParams();
  const columns = useMemo(() => waiverColumns(today), [today]);
  const waivers = useWaivers(state);
  const { data, isPlaceholderData } = waivers;
  const isEmpty = data?.total === 0 && !isPlaceholderData && !isFiltered(state.params);
  const ask = (
    <Button asChild variant="primary">
      <Link href={hrefs.newWaiver()}>Ask for a waiver</Link>
    </Button>
  );
  return (
    <Stack>
      <PageHeader
        title="Waivers"
        aside={<TotalCount count={data?.total} />}
        actions={
          !isEmpty && (
            <>
              <Button asChild>
                <Link href={hrefs.importWaivers}>Import</Link>
              </Button>
              {ask}
            </>
          )
        }
      />
      {isEmpty ? (
        <NoData
          title="What a policy denies and you need for a while longer, with a reason and a last day."
          picture={<SampleTerm />}
          action={ask}
        >
          Nobody has asked for a waiver yet.
        </NoData>
      ) : (
        <>
          <WaiverFilters state={state} columns={columns} />
          <StaleView list="waivers" parsers={waiversParsers} />
          <Results state={state} waivers={waivers} columns={columns} />
        </>
      )}
    </Stack>
  );
}

function useWaivers({ params }: WaiversState) {
  return useQuery({
    ...useTRPC().waiver.list.queryOptions(toWaiversQuery(params)),
    placeholderData: keepRows,
  });
}

interface ResultsProps {
  readonly state: WaiversState;
  readonly waivers: ReturnType<typeof useWaivers>;
  readonly columns: ReturnType<typeof waiverColumns>;
}

function Results({ state, waivers, columns }: ResultsProps) {
  const { params, setFilter, setParams } = state;
  if (waivers.error) {
    return <CallFailure title="The waivers could not be loaded." query={waivers} />;
  }
  if (!waivers.data) return <Loading label="Loading waivers" columns={6} />;
  const { items, total } = waivers.data;
  if (total === 0) {
    const title =
      params.show === 'waiting' ? 'Nothing waits for you.' : 'No waiver matches these filters.';
    return <NoResults title={title} onClear={() => setFilter(NO_FILTERS)} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'waivers',
    hrefFor: (number: number, size: number) => waiversHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={WAIVERS_TABLE}
        label="Waivers"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.waiver(id)}
        sort={sortIn(params)}
        sortHref={(sort) => waiversHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={waivers.isPlaceholderData}
        columnsInAddress={columnsInAddress(state)}
      />
      <Pagination {...page} />
    </>
  );
}

/** Draws a term that goes on past an end, and ends. */
function SampleTerm() {
  return (
    <svg viewBox="0 0 340 60" className="w-full">
      <rect x="8" y="24" width="150" height="12" rx="6" className="fill-border-strong" />
      <rect x="162" y="24" width="110" height="12" rx="6" className="fill-border" />
      <path d="M160 12v36M274 12v36" strokeWidth="2" className="stroke-border-strong" />
    </svg>
  );
}
