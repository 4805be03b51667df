'use client';

import { hrefs } from '@/features/hrefs';
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates, type Nullable } from 'nuqs';
import { comingOf } from '@/components/data-table/choices-coming';
import { DataTable } from '@/components/data-table/data-table';
import { ExportLink } from '@/components/data-table/export-link';
import { FilterBar, FilterChip } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { keepRows } from '@/features/frame/kept-rows';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { RUNNING_OPTIONS } from '@/features/names/image';
import { inOrder } from '@/features/policy/list/query';
import type { PolicyRecord } from '@/features/policy/types';
import { policiesHref } from '@/features/policy/list/params';
import { sentenceText } from '@/features/policy/sentence/words';
import { SentenceText } from '@/features/policy/sentence/view';
import { policyImageColumns } from './table';
import {
  judgedExportHref,
  policyImagesHref,
  policyImagesParsers,
  toPolicyImagesQuery,
  type ActionChoice,
  type PolicyImagesParams,
} from './params';
import { noneWords } from './words';

const CHOICES = [
  { value: 'denied', label: 'Denied' },
  { value: 'warned', label: 'Warned' },
  { value: 'allowed', label: 'Allowed' },
] as const satisfies readonly { value: ActionChoice; label: string }[];

const NO_POLICIES: readonly PolicyRecord[] = [];
const NO_FILTERS = { are: null, policy: null, on: null, running: null, page: null } as const;

/** The images that policies deny, warn of or allow. @param today a UTC day */
export function PolicyImagesView({ today }: { today: string }) {
  const [params, write] = useQueryStates(policyImagesParsers, { history: 'push', scroll: false });
  const setParams = (changes: Partial<Nullable<PolicyImagesParams>>) =>
    void write({ page: null, ...changes });
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  const all = policies.data ?? NO_POLICIES;
  const policy = all.find(({ id }) => id === params.policy);
  return (
    <Stack>
      <PageHeader
        title="Images under policies"
        crumbs={[{ label: 'Policies', href: policiesHref() }]}
        description={
          policy ? (
            <SentenceText policy={policy} />
          ) : (
            `What all policies together decide ${params.on ? `on ${formatDay(params.on)}` : 'today'}, image by image.`
          )
        }
      />
      <FilterBar
        label="Filter images"
        active={params.policy !== null || params.on !== null || params.running !== null}
        onClear={() => setParams(NO_FILTERS)}
        trailing={<ExportJudged params={params} />}
      >
        <SegmentedFilter
          label="What is done to them"
          // An image that one policy lets pass may be stopped by another.
          options={
            params.policy === null ? CHOICES : CHOICES.filter(({ value }) => value !== 'allowed')
          }
          value={params.are}
          onChange={(are) => setParams({ are })}
        />
        <SelectFilter
          label="Policy"
          options={inOrder(all)
            .filter(({ policy_type }) => policy_type === 'EOL')
            .map((one) => ({ value: one.id, label: sentenceText(one) }))}
          read={comingOf(policies)}
          value={params.policy}
          onChange={(id) =>
            setParams({ policy: id, are: params.are === 'allowed' ? null : params.are })
          }
          allLabel="All policies"
        />
        <SelectFilter
          label="Running"
          options={RUNNING_OPTIONS}
          value={params.running}
          onChange={(running) => setParams({ running })}
        />
        {params.on && (
          <FilterChip
            label="Day"
            value={formatDay(params.on)}
            onRemove={() => setParams({ on: null })}
          />
        )}
      </FilterBar>
      <Results
        params={params}
        today={today}
        onPage={(page, size) => setParams({ page, size })}
        onClear={() => setParams(NO_FILTERS)}
      />
    </Stack>
  );
}

/** Saves what policies deny or warn of today; of one policy or another day there is no file. */
function ExportJudged({ params: { are, policy, on, running } }: { params: PolicyImagesParams }) {
  if (are === 'allowed' || policy !== null || on !== null) return null;
  return <ExportLink href={judgedExportHref({ policy: are, running })} />;
}

interface ResultsProps {
  params: PolicyImagesParams;
  today: string;
  onPage: (page: number, size: number) => void;
  onClear: () => void;
}

function Results({ params, today, onPage, onClear }: ResultsProps) {
  const images = useQuery({
    ...useTRPC().policy.images.queryOptions(toPolicyImagesQuery(params)),
    placeholderData: keepRows,
  });
  const columns = useMemo(() => policyImageColumns(today), [today]);
  if (images.error) return <CallFailure title="The images could not be loaded." query={images} />;
  if (!images.data) return <Loading label="Loading images" columns={4} />;
  const { items, total } = images.data;
  if (total === 0) {
    const isNarrowed = params.policy !== null || params.on !== null || params.running !== null;
    return <NoResults title={noneWords(params)} {...(isNarrowed && { onClear })} />;
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'images',
    hrefFor: (number: number, size: number) => policyImagesHref({ ...params, page: number, size }),
    onChange: onPage,
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {countOf(total, 'image')} {total === 1 ? 'is' : 'are'} {params.are}
      </p>
      <DataTable
        name="policy-images"
        label="Images under policies"
        columns={columns}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => hrefs.image(id)}
        loading={images.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}
