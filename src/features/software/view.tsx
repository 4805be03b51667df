'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults, PastTheEnd } from '@/components/feedback/no-results';
import { PageHeader, TotalCount } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import type { Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { Button } from '@/components/ui/button';
import { AsOf, columnsAt, LookBack, OF_TODAY } from '@/features/frame/as-of';
import { CallFailure, failureOf } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { StaleView } from '@/features/saved-view/card';
import { useTRPC } from '@/trpc/client';
import { describeFilters, SoftwareFilters } from './filters';
import {
  isFiltered,
  softwareParsers,
  NO_FILTERS,
  softwareListHref,
  toSoftwareQuery,
  useSoftwareParams,
  type SoftwareState,
} from './params';
import { softwareColumns, SoftwareTable } from './table';

/**
 * Shows the software list, or a sample of it while there is none.
 * @param props.today a UTC day
 */
export function SoftwareView({ today }: { today: string }) {
  const state = useSoftwareParams();
  const software = useSoftware(state);
  const { project, owner, as_of: asOf, label, labelIs, labelValue } = state.params;
  const columns = useMemo(() => {
    const counted = { project, owner, as_of: asOf, label, labelIs, labelValue };
    return columnsAt(asOf, softwareColumns(asOf ?? today, counted));
  }, [today, asOf, project, owner, label, labelIs, labelValue]);
  const now = softwareListHref({ ...state.params, as_of: null, page: 1 });
  const { data } = software;
  const isEmpty = data?.total === 0 && !software.isPlaceholderData && !isFiltered(state.params);
  return (
    <Stack>
      <PageHeader
        title="Software"
        aside={<TotalCount count={data?.total} />}
        actions={!isEmpty && <LookBack now={now} today={today} day={asOf} />}
      />
      <AsOf day={asOf} now={now} notes={OF_TODAY} />
      {!isEmpty && <SoftwareFilters state={state} columns={columns} counts={data?.states} />}
      <StaleView list="software" parsers={softwareParsers} />
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
          <Link href={hrefs.images()}>Upload an SBOM</Link>
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
    placeholderData: keepRows,
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
    const title = failureOf('The software could not be loaded.', software.error, params.as_of);
    return <CallFailure title={title} query={software} />;
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
    noun: 'software',
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

const SAMPLES: readonly (readonly [name: string, status: Status, width: string])[] = [
  ['Debian 10', 'ended', 'w-20'],
  ['Node.js 20', 'soon', 'w-28'],
  ['PostgreSQL 14', 'next', 'w-24'],
  ['Redis 8', 'later', 'w-16'],
];

/** Draws the list as it will look, while it is empty. */
function SampleSoftware() {
  return (
    <div className="rounded-md border bg-surface text-left text-sm">
      {SAMPLES.map(([name, status, width]) => (
        <div key={name} className="flex h-9 items-center gap-3 border-b px-3 last:border-b-0">
          <span className="grow">{name}</span>
          <StatusMark status={status} />
          <span className={`h-2 rounded-sm bg-active ${width}`} />
        </div>
      ))}
    </div>
  );
}
