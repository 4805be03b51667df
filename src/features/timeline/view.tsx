'use client';

import dynamic from 'next/dynamic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { TotalCount, PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import type { Day } from '@/domain/eol/calendar';
import { Subscribe } from '@/features/feed/dialog';
import { useOwnerTarget } from '@/features/feed/params';
import type { FeedTarget } from '@/features/feed/types';
import { CallFailure } from '@/features/frame/call-failure';
import { useProjectOptions } from '@/features/names/project';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { ExportMenu } from './actions';
import { TimelineChart } from './chart/view';
import { Filters, ZoomChoice } from './filters';
import {
  isFiltered,
  NO_FILTERS,
  toTimelineQuery,
  useTimelineParams,
  type TimelineState,
} from './params';
import { describeConditions } from './words';

const NothingYet = dynamic(() => import('./empty/view').then((module) => module.NothingYet));
const TimelineTable = dynamic(() => import('./table').then((module) => module.TimelineTable), {
  loading: () => <Loading label="Loading the table" columns={6} />,
});

/** Shows all software in use on one time axis. */
export function TimelineView({ today }: { today: Day }) {
  const state = useTimelineParams();
  const timeline = useTimeline(state);
  const target = useTarget(state);
  const { data } = timeline;
  const isEmpty = data?.total === 0 && !timeline.isPlaceholderData && !isFiltered(state.params);
  return (
    <Stack>
      <PageHeader
        title="Timeline"
        aside={<TotalCount count={data?.total} />}
        actions={
          data !== undefined &&
          data.total > 0 && (
            <>
              <Subscribe target={target} today={today} />
              <ExportMenu {...data} params={state.params} today={today} />
            </>
          )
        }
      />
      {!isEmpty && (
        <Filters
          state={state}
          trailing={state.params.view === 'chart' && <ZoomChoice state={state} />}
        />
      )}
      {isEmpty ? <NothingYet /> : <Results state={state} timeline={timeline} today={today} />}
    </Stack>
  );
}

/** What is subscribed to: the project that is shown, else what the owner owns. A project has one owner at most. */
function useTarget({ params }: TimelineState): FeedTarget {
  const ofOwner = useOwnerTarget(params.owner);
  const project = useProjectOptions().find(({ value }) => value === params.project);
  if (!project) return ofOwner;
  return { scope: 'project', subject: project.value, name: project.label };
}

function useTimeline({ params }: TimelineState) {
  return useQuery({
    ...useTRPC().timeline.list.queryOptions(toTimelineQuery(params)),
    placeholderData: keepPreviousData,
  });
}

interface ResultsProps {
  state: TimelineState;
  timeline: ReturnType<typeof useTimeline>;
  today: Day;
}

function Results({ state, timeline, today }: ResultsProps) {
  const { params, setFilter } = state;
  if (timeline.error) {
    return <CallFailure title="The timeline could not be loaded." query={timeline} />;
  }
  if (!timeline.data) return <Loading label="Loading the timeline" columns={3} />;
  const { items, total } = timeline.data;
  if (total === 0) {
    return (
      <NoResults
        title={`No software matches ${describeConditions(params).join(' and ')}.`}
        onClear={() => setFilter(NO_FILTERS)}
      />
    );
  }
  const shared = { items, state, today, loading: timeline.isPlaceholderData };
  return (
    <>
      {items.length < total && (
        <p role="status" className="text-sm text-muted">
          The first {formatCount(items.length)} of {formatCount(total)}. Choose a project, a label
          or a type to see the others.
        </p>
      )}
      {params.view === 'chart' ? <TimelineChart {...shared} /> : <TimelineTable {...shared} />}
    </>
  );
}
