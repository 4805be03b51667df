'use client';

import { useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { Stack } from '@/components/layout/stack';
import { TextLink } from '@/components/ui/text-link';
import { PROJECT_STATES } from '@/domain/companion/pull';
import { CallFailure } from '@/features/frame/call-failure';
import { SectionHead } from '@/features/frame/section';
import { hrefs } from '@/features/hrefs';
import { useTRPC } from '@/trpc/client';
import { CompanionActions } from './actions';
import { CompanionCard } from './card';
import { SetCompanion } from './form';
import { companionParsers } from './params';
import { ProjectsTable } from './table';
import type { Companion } from './types';
import { STATE_WORDS } from './words';

/** Milliseconds between two looks while a pull is under way or about to begin. */
const WHILE_PULLING_MS = 2_000;
const SOON_MS = 30_000;

const STATE_OPTIONS = [
  { value: 'all', label: 'All' },
  ...PROJECT_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
] as const;

/** Shows the Dependency-Track whose portfolio is pulled, or asks for one. */
export function CompanionView() {
  const query = useQuery({
    ...useTRPC().companion.find.queryOptions(),
    refetchInterval: ({ state }) => (isPulling(state.data) ? WHILE_PULLING_MS : false),
  });
  const companion = query.data;
  return (
    <Stack>
      <SectionHead
        title="Pull from Dependency-Track"
        actions={companion && <CompanionActions companion={companion} />}
      >
        The projects of a Dependency-Track server are pulled on a schedule and judged here; its
        pipelines stay as they are. <TextLink href={hrefs.docs.companion}>How it works</TextLink>.
        Builds that upload as its clients do are under{' '}
        <TextLink href={hrefs.settings.scanners}>Scanners</TextLink>.
      </SectionHead>
      {query.error && <CallFailure title="It could not be loaded." query={query} />}
      {query.isPending && <Loading label="Loading the companion" rows={5} columns={2} />}
      {companion === null && (
        <NoData
          title="The projects of your Dependency-Track will be here"
          picture={<SamplePortfolio />}
          action={<SetCompanion companion={null} />}
        >
          You need the address of the server, and a key of a team that may view the portfolio.
        </NoData>
      )}
      {companion && <Portfolio companion={companion} />}
    </Stack>
  );
}

function Portfolio({ companion }: { readonly companion: Companion }) {
  const [params, write] = useQueryStates(companionParsers, { history: 'push', scroll: false });
  const pulling = isPulling(companion);
  useRefreshOnce(pulling);
  const setState = (value: string) => {
    const state = PROJECT_STATES.find((one) => one === value) ?? null;
    void write({ state, page: null });
  };
  return (
    <>
      <CompanionCard companion={companion} />
      <FilterBar
        label="Filter projects"
        active={params.state !== null}
        onClear={() => setState('all')}
      >
        <SegmentedFilter
          label="State"
          options={STATE_OPTIONS}
          value={params.state ?? 'all'}
          onChange={setState}
        />
      </FilterBar>
      <ProjectsTable
        params={params}
        onClear={() => setState('all')}
        refetchInterval={pulling ? WHILE_PULLING_MS : false}
      />
    </>
  );
}

/** Whether a pull is under way, or due and about to begin. */
function isPulling(companion: Companion | null | undefined): boolean {
  if (!companion) return false;
  if (companion.running_since !== null) return true;
  return Date.parse(companion.next_pull_at) < Date.now() + SOON_MS;
}

/** Asks for the projects anew once a pull that was seen under way has ended. */
function useRefreshOnce(isUnderWay: boolean): void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const was = useRef(isUnderWay);
  useEffect(() => {
    if (was.current && !isUnderWay) {
      void queries.invalidateQueries(trpc.companion.projects.pathFilter());
    }
    was.current = isUnderWay;
  }, [isUnderWay, queries, trpc]);
}

const WIDTHS = [150, 110, 180] as const;
const ROW_HEIGHT = 28;

/** Draws a sample of the table: projects, each with a state. */
function SamplePortfolio() {
  return (
    <svg viewBox={`0 0 340 ${WIDTHS.length * ROW_HEIGHT}`} className="w-full">
      {WIDTHS.map((width, index) => (
        <g key={width} transform={`translate(0 ${index * ROW_HEIGHT})`}>
          <rect y="10" width={width} height="8" rx="4" className="fill-border-strong" />
          <rect x="210" y="8" width="44" height="12" rx="3" className="fill-border" />
          <rect x="272" y="10" width="60" height="8" rx="4" className="fill-border" />
          {index > 0 && <line x2="340" className="stroke-border" />}
        </g>
      ))}
    </svg>
  );
}
