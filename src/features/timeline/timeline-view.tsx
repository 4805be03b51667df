'use client';

import Link from 'next/link';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { NoData } from '@/components/feedback/no-data';
import { NoResults } from '@/components/feedback/no-results';
import { PageHeader } from '@/components/layout/page-header';
import { TotalCount } from '@/components/layout/total-count';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import type { Day } from '@/domain/eol/calendar';
import { CallFailure } from '@/features/frame/call-failure';
import { imagesHref } from '@/features/image/search-params';
import { formatCount } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
import { TimelineChart } from './chart/timeline-chart';
import { describeConditions } from './describe-conditions';
import { ExportMenu } from './export-menu';
import { SampleTimeline } from './sample-timeline';
import { isFiltered, NO_FILTERS, toTimelineQuery } from './search-params';
import { TimelineFilters } from './timeline-filters';
import { TimelineTable } from './timeline-table';
import { useTimelineParams, type TimelineState } from './use-timeline-params';
import { ZoomChoice } from './zoom-choice';

/** All software in use on one time axis. */
export function TimelineView({ today }: { today: Day }) {
  const state = useTimelineParams();
  const timeline = useTimeline(state);
  const { data } = timeline;
  const isEmpty = data?.total === 0 && !timeline.isPlaceholderData && !isFiltered(state.params);
  return (
    <Stack>
      <PageHeader
        title="Timeline"
        aside={<TotalCount count={data?.total} />}
        actions={
          data !== undefined &&
          data.total > 0 && <ExportMenu {...data} params={state.params} today={today} />
        }
      />
      {!isEmpty && (
        <TimelineFilters
          state={state}
          trailing={state.params.view === 'chart' && <ZoomChoice state={state} />}
        />
      )}
      {isEmpty ? <NothingYet /> : <Results state={state} timeline={timeline} today={today} />}
    </Stack>
  );
}

function NothingYet() {
  return (
    <NoData
      title="When your software ends will be drawn here, on one time axis."
      picture={<SampleTimeline />}
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
