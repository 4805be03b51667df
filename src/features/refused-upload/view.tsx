'use client';

import { useMemo } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { SectionHead } from '@/features/frame/section';
import { useTRPC } from '@/trpc/client';
import { KeysStillUsed, REFUSED_UPLOAD_COLUMNS } from './table';
import {
  DAYS_CHOICES,
  refusedUploadsHref,
  refusedUploadsParsers,
  toRefusedUploadsQuery,
  type RefusedUploadsParams,
} from './params';

const RefusedUploadPanel = dynamic(
  () => import('./detail/view').then((module) => module.RefusedUploadPanel),
  { loading: () => null },
);

const DAYS_OPTIONS = [
  { value: 'all', label: 'All' },
  { value: '1', label: 'Today' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;

/** Shows uploads that were refused and why, since scanners do not say. */
export function RefusedUploadsView() {
  const [params, write] = useQueryStates(refusedUploadsParsers, { history: 'push', scroll: false });
  const setDays = (value: string) => {
    const days = DAYS_CHOICES.find((choice) => choice === value) ?? null;
    void write({ days, page: null, upload: null });
  };
  return (
    <Stack>
      <SectionHead title="Refused uploads">
        Scanners ignore what the server answers, so a build stays green. The newest 1,000 are kept,
        never with what was sent. Calls with a key that no longer works are counted by key and
        address.
      </SectionHead>
      <FilterBar
        label="Filter refused uploads"
        active={params.days !== null}
        onClear={() => setDays('all')}
      >
        <SegmentedFilter
          label="When"
          options={DAYS_OPTIONS}
          value={params.days ?? 'all'}
          onChange={setDays}
        />
      </FilterBar>
      <KeysStillUsed days={toRefusedUploadsQuery(params).days} />
      <Results params={params} onClear={() => setDays('all')} />
      {params.upload !== null && (
        <RefusedUploadPanel
          id={params.upload}
          closeHref={refusedUploadsHref({ ...params, upload: null })}
        />
      )}
    </Stack>
  );
}

function Results({ params, onClear }: { params: RefusedUploadsParams; onClear: () => void }) {
  const list = useQuery({
    ...useTRPC().refusedUpload.list.queryOptions(toRefusedUploadsQuery(params)),
    placeholderData: keepRows,
  });
  const rows = useMemo(() => list.data?.items ?? [], [list.data]);
  if (list.error) return <CallFailure title="The list could not be loaded." query={list} />;
  if (!list.data) return <Loading label="Loading refused uploads" columns={5} />;
  const { total } = list.data;
  if (total === 0 && params.days !== null) {
    return <NoResults title="Nothing was refused in that time." onClear={onClear} />;
  }
  if (total === 0) {
    return (
      <NoData title="Every upload so far was accepted" picture={<SampleRefusals />}>
        What is refused is listed here, with the key that sent it and what was wrong.
      </NoData>
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'refused uploads',
    hrefFor: (number: number, size: number) =>
      refusedUploadsHref({ ...params, upload: null, page: number, size }),
  };
  if (rows.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="refused-uploads"
        label="Refused uploads"
        columns={REFUSED_UPLOAD_COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={({ id }) => refusedUploadsHref({ ...params, upload: id })}
        opensBeside
        selectedId={params.upload}
        loading={list.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

const WIDTHS = [120, 168, 96] as const;
const ROW_HEIGHT = 28;

/** Draws a sample of the table: uploads, each with a fault. */
function SampleRefusals() {
  return (
    <svg viewBox={`0 0 340 ${WIDTHS.length * ROW_HEIGHT}`} className="w-full">
      {WIDTHS.map((width, index) => (
        <g key={width} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <rect y="10" width="60" height="8" rx="4" className="fill-border" />
          <rect x="80" y="8" width="28" height="12" rx="3" className="fill-border-strong" />
          <rect x="126" y="10" width={width} height="8" rx="4" className="fill-border-strong" />
          {index > 0 && <line x2="340" className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}
