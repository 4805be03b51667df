'use client';

import { Link } from '@/components/ui/link';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { TotalCount, PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import { useMay } from '@/features/frame/reader';
import { hrefs } from '@/features/hrefs';
import { useHydrated } from '@/lib/use-hydrated';
import { useTRPC } from '@/trpc/client';
import { PolicyGroups } from './table';
import { GROUP_WORDS, projectsWithPolicies, shownPolicies } from './query';
import type { PolicyRecord } from '@/features/policy/types';
import { isFiltered, NO_FILTERS, policiesHref, POLICY_GROUPS } from './params';
import { type PoliciesState, usePoliciesParams } from './params';
import { Skeleton } from '@/components/ui/skeleton';
import { FigureLink, FigureRow } from '@/components/ui/figure-link';
import {
  ACTION_WORDS,
  type ActionCounts,
  ActionMark,
  COUNTED_AS,
  RunningNote,
  SHOWN_ACTIONS,
} from '@/features/policy/words';
import { policyImagesHref } from '@/features/policy/images/params';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { SelectFilter } from '@/components/data-table/select-filter';
import { projectTitle } from '@/domain/identifiers/project-name';
import { CodeHostMark } from '@/features/names/project';
import { NoData } from '@/components/feedback/no-data';
import { WhoToAsk } from '@/features/frame/who-to-ask';

/** All policies as sentences, in the order in which they decide. */
export function PoliciesView() {
  const policies = useQuery(useTRPC().policy.list.queryOptions());
  return (
    <Stack>
      <PageHeader
        title="Policies"
        description="When builds warn and when they fail, and what that means for your images today."
        aside={<TotalCount count={policies.data?.length || undefined} />}
        actions={
          <>
            <Button asChild>
              <Link href={hrefs.policyFile}>As a file</Link>
            </Button>
            {policies.data && policies.data.length > 0 && <NewPolicy />}
          </>
        }
      />
      {policies.error && <CallFailure title="The policies could not be loaded." query={policies} />}
      {policies.isPending && <Loading label="Loading policies" rows={5} columns={2} />}
      {policies.data?.length === 0 && <NoPolicies />}
      {policies.data && policies.data.length > 0 && <PolicyList policies={policies.data} />}
    </Stack>
  );
}

function NewPolicy() {
  if (!useMay('policy:write')) return null;
  return (
    <Button asChild variant="primary">
      <Link href={hrefs.newPolicy()}>
        <Plus aria-hidden />
        New policy
      </Link>
    </Button>
  );
}

function PolicyList({ policies }: { policies: readonly PolicyRecord[] }) {
  const state = usePoliciesParams();
  const effects = useQuery(useTRPC().policy.effects.queryOptions());
  // The page does not wait for them: the browser can have them at hydration, where the server sent that they are to come.
  const today = useHydrated() ? effects.data : undefined;
  const { params, setFilter, setParams } = state;
  const { page: number, size } = params;
  const found = shownPolicies(policies, params);
  const shown = found.slice((number - 1) * size, number * size);
  const page = {
    page: number,
    size,
    total: found.length,
    noun: 'policies',
    hrefFor: (to: number, of: number) => policiesHref({ ...params, page: to, size: of }),
    onChange: (to: number, of: number) => setParams({ page: to, size: of }),
  };
  return (
    <>
      <TodayFigures counts={today?.counts} />
      {today?.running?.known === false && <RunningNote running={today.running} />}
      <PolicyFilters state={state} policies={policies} />
      {effects.error && (
        <CallFailure title="What the policies do today could not be worked out." query={effects} />
      )}
      {found.length === 0 && (
        <NoResults title="No policy matches these filters." onClear={() => setFilter(NO_FILTERS)} />
      )}
      {found.length > 0 && shown.length === 0 && <PastTheEnd {...page} />}
      <PolicyGroups policies={shown} effects={today} />
      {found.length > size && <Pagination {...page} />}
    </>
  );
}

/** How many images all policies together deny and warn of today, each number the way to them. */
export function TodayFigures({ counts }: { counts: ActionCounts | undefined }) {
  return (
    <FigureRow>
      {SHOWN_ACTIONS.map((action) =>
        counts ? (
          <FigureLink
            key={action}
            value={counts[COUNTED_AS[action]]}
            label={`${ACTION_WORDS[action]} today`}
            mark={<ActionMark action={action} />}
            href={policyImagesHref({ are: COUNTED_AS[action] })}
          />
        ) : (
          <div
            key={action}
            className="grid h-[4.625rem] content-center gap-3 bg-surface px-4 sm:row-span-3"
          >
            <Skeleton className="w-20" />
            <Skeleton className="h-5 w-12" />
          </div>
        ),
      )}
    </FigureRow>
  );
}

const ABOUT_OPTIONS = [
  { value: 'all', label: 'All' },
  ...POLICY_GROUPS.map((group) => ({ value: group, label: GROUP_WORDS[group].short })),
] as const;

export interface PolicyFiltersProps {
  state: PoliciesState;
  policies: readonly PolicyRecord[];
}

/** Which policies are shown. All of it is in the address. */
export function PolicyFilters({ state, policies }: PolicyFiltersProps) {
  const { params, setFilter } = state;
  return (
    <FilterBar
      label="Filter policies"
      active={isFiltered(params)}
      onClear={() => setFilter(NO_FILTERS)}
    >
      <SearchInput label="Search policies" value={params.q} onChange={(q) => setFilter({ q })} />
      <SegmentedFilter
        label="What they are about"
        options={ABOUT_OPTIONS}
        value={params.about ?? 'all'}
        onChange={(about) => setFilter({ about: about === 'all' ? null : about })}
      />
      <SelectFilter
        label="Project"
        options={projectsWithPolicies(policies).map((name) => {
          const { host, title } = projectTitle(name);
          return { value: name, label: title, icon: <CodeHostMark host={host} /> };
        })}
        value={params.project}
        onChange={(project) => setFilter({ project })}
        allLabel="All projects"
      />
    </FilterBar>
  );
}

const SAMPLES = [
  ['acme/shop', 'warn 90 days before the end of any product and fail from the day it ends.'],
  ['any project', 'fail from the day Node.js up to 18 ends.'],
  ['any project', 'warn 30 days before the end of any product.'],
] as const;

/** There is no policy yet. */
export function NoPolicies() {
  const mayWrite = useMay('policy:write');
  return (
    <NoData
      title="Policies say when builds warn and when they fail."
      picture={<Picture />}
      action={
        mayWrite && (
          <Button asChild variant="primary">
            <Link href={hrefs.newPolicy()}>
              <Plus aria-hidden />
              Write the first policy
            </Link>
          </Button>
        )
      }
    >
      <p>There is none yet, so every build passes, whatever it holds.</p>
      {!mayWrite && (
        <div className="mt-3 grid justify-items-center">
          <WhoToAsk forWhat="policy" />
        </div>
      )}
    </NoData>
  );
}

function Picture() {
  return (
    <div className="grid gap-2 text-left">
      {SAMPLES.map(([who, rest]) => (
        <p key={rest} className="rounded-md border bg-surface px-4 py-3 text-sm">
          Builds of <span className="font-medium">{who}</span> {rest}
        </p>
      ))}
    </div>
  );
}
