'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { DataTable } from '@/components/data-table/data-table';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { useTRPC } from '@/trpc/client';
import { REFUSED_UPLOAD_COLUMNS } from './columns';
import {
  refusedUploadsHref,
  refusedUploadsParsers,
  toRefusedUploadsQuery,
  type RefusedUploadsParams,
} from './search-params';

const DAYS = [
  { value: 'all', label: 'All' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;

/** The uploads that were not accepted: scanners say nothing of it. */
export function RefusedUploadsView() {
  const [params, write] = useQueryStates(refusedUploadsParsers, {
    history: 'push',
    scroll: false,
  });
  const { days } = params;
  const clear = () => void write({ days: null, page: null });
  return (
    <Stack>
      <PageHeader
        title="Refused uploads"
        description="Scanners do not say when a scan was refused. The latest 1,000 are kept, without their content."
      />
      <FilterBar label="Filter refused uploads" active={days !== null} onClear={clear}>
        <SegmentedFilter
          label="Refused within"
          options={DAYS}
          value={days ?? 'all'}
          onChange={(value) => void write({ days: value === 'all' ? null : value, page: null })}
        />
      </FilterBar>
      <Results params={params} onPage={(page, size) => void write({ page, size })} />
    </Stack>
  );
}

interface ResultsProps {
  params: RefusedUploadsParams;
  onPage: (page: number, size: number) => void;
}

function Results({ params, onPage }: ResultsProps) {
  const refused = useQuery({
    ...useTRPC().refusedUpload.list.queryOptions(toRefusedUploadsQuery(params)),
    placeholderData: keepPreviousData,
  });
  if (refused.error) {
    return <CallFailure title="The refused uploads could not be loaded." query={refused} />;
  }
  if (!refused.data) return <Loading label="Loading refused uploads" columns={5} />;
  const { items, total } = refused.data;
  if (total === 0) {
    const within = params.days === null ? '' : ` in the last ${params.days} days`;
    const all = <TextLink href={refusedUploadsHref()}>Show all that are kept</TextLink>;
    return (
      <NoResults
        title={`No upload was refused${within}.`}
        clearLink={params.days === null ? undefined : all}
      />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'refused uploads',
    hrefFor: (number: number, size: number) =>
      refusedUploadsHref({ ...params, page: number, size }),
    onChange: onPage,
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name="refused-uploads"
        label="Refused uploads"
        columns={REFUSED_UPLOAD_COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        loading={refused.isPlaceholderData}
        minWidth="wide"
      />
      <Pagination {...page} />
    </>
  );
}
