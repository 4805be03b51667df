'use client';

import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import dynamic from 'next/dynamic';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import type { Day } from '@/domain/eol/calendar';
import { Subscribe } from '@/features/feed/dialog';
import { useShownTarget } from '@/features/feed/params';
import { AsOf, LookBack, OF_TODAY } from '@/features/frame/as-of';
import { CallFailure, failureOf } from '@/features/frame/call-failure';
import { StaleView } from '@/features/saved-view/card';
import { countOf } from '@/lib/numbers';
import { ExportMenu, useLoaded, usePictureFacts } from './actions';
import { TimelineChart } from './chart/view';
import { Filters, ZoomChoice } from './filters';
import { useTimeline } from './lines/actions';
import {
  isFiltered,
  NO_FILTERS,
  timelineHref,
  useTimelineParams,
  viewedParsers,
  type TimelineState,
} from './params';
import type { ListedLines } from './picture/values';
import { StateFilter } from './states/filters';
import { describeConditions } from './words';
import { noMatchWords } from '@/lib/no-match';

const NothingYet = dynamic(() => import('./empty/view').then((module) => module.NothingYet), {
  loading: () => null,
});
const TimelineTable = dynamic(() => import('./table').then((module) => module.TimelineTable), {
  loading: () => <Loading label="Loading the table" columns={6} />,
});
const loadSheets = () => import('./sheets/view');

const NOTES_ON_THEN = [
  ...OF_TODAY,
  'Where to move, plans, waivers and phases of support beside the end of life describe today and are not shown; when cycles were released is told as it is known today.',
];

/**
 * Shows all software in use on one time axis, a line for each product.
 * @param props.today a UTC day, that of the clock
 */
export function TimelineView({ today: clockDay }: { today: Day }) {
  const state = useTimelineParams();
  const { params } = state;
  const asOf = params.as_of;
  const today = asOf ?? clockDay;
  const now = timelineHref({ ...params, as_of: null, at: null, page: 1 });
  const timeline = useTimeline(params);
  const target = useShownTarget(params);
  const { data } = timeline;
  const isEmpty = data?.total === 0 && !timeline.isPlaceholderData && !isFiltered(params);
  const paper = usePaper(useLoaded(data, params, today));
  const facts = usePictureFacts(data, params, today);
  const isOnPaper = params.as === 'chart' && paper.Sheets !== null && paper.lines !== null;
  return (
    <>
      {isOnPaper && paper.Sheets && paper.lines && (
        <paper.Sheets facts={facts()} lines={paper.lines} />
      )}
      <Stack className={isOnPaper ? 'print:hidden' : undefined}>
        <PageHeader
          title="Timeline"
          description={
            data && data.total > 0
              ? `${countOf(data.total, 'product')} in use${asOf === null ? '' : ' then'}, in ${countOf(data.cycles, 'release cycle')}: each counts once, whatever its package types`
              : undefined
          }
          actions={
            !isEmpty && (
              <>
                <LookBack now={now} today={clockDay} day={asOf} />
                {data !== undefined && data.total > 0 && (
                  <>
                    {asOf === null && <Subscribe target={target} today={today} />}
                    <ExportMenu list={data} params={params} today={today} onPrint={paper.print} />
                  </>
                )}
              </>
            )
          }
        />
        <AsOf day={asOf} now={now} notes={NOTES_ON_THEN} />
        {!isEmpty && (
          <Filters
            state={state}
            today={today}
            trailing={params.as === 'chart' && <ZoomChoice state={state} />}
          />
        )}
        <StaleView list="timeline" parsers={viewedParsers} />
        {isEmpty ? <NothingYet /> : <Results state={state} timeline={timeline} today={today} />}
      </Stack>
    </>
  );
}

/** Draws sheets of paper in the place of the chart while the page is printed, by the menu or by the browser. */
function usePaper(loaded: () => ListedLines) {
  const [lines, setLines] = useState<ListedLines | null>(null);
  const [Sheets, setSheets] = useState<
    Awaited<ReturnType<typeof loadSheets>>['TimelineSheets'] | null
  >(null);
  useEffect(() => {
    let isHere = true;
    void loadSheets().then((module) => isHere && setSheets(() => module.TimelineSheets));
    return () => {
      isHere = false;
    };
  }, []);
  useEffect(() => {
    const media = window.matchMedia('print');
    // A browser lays the page out as soon as this returns.
    const start = () => flushSync(() => setLines((known) => known ?? loaded()));
    const end = () => setLines(null);
    const onChange = () => (media.matches ? start() : end());
    window.addEventListener('beforeprint', start);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', onChange);
    return () => {
      window.removeEventListener('beforeprint', start);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', onChange);
    };
  }, [loaded]);
  const print = (all: ListedLines) => {
    flushSync(() => setLines(all));
    window.print();
  };
  return { lines, Sheets, print };
}

interface ResultsProps {
  state: TimelineState;
  timeline: ReturnType<typeof useTimeline>;
  today: Day;
}

function Results({ state, timeline, today }: ResultsProps) {
  const { params, setFilter } = state;
  const { data } = timeline;
  if (timeline.error) {
    const title = failureOf('The timeline could not be loaded.', timeline.error, params.as_of);
    return <CallFailure title={title} query={timeline} />;
  }
  if (!data) return <Loading label="Loading the timeline" columns={3} />;
  const shared = { list: data, state, today, loading: timeline.isPlaceholderData };
  return (
    <>
      <StateFilter
        counts={data.states}
        chosen={params.state}
        onChange={(chosen) => setFilter({ state: chosen })}
      />
      {data.total === 0 &&
        // That other conditions left nothing says nothing of these.
        (timeline.isPlaceholderData ? (
          <Loading label="Loading the timeline" columns={3} />
        ) : (
          <NoResults
            title={emptyWords(describeConditions(params, today))}
            onClear={() => setFilter(NO_FILTERS)}
          />
        ))}
      {data.total > 0 &&
        (params.as === 'chart' ? <TimelineChart {...shared} /> : <TimelineTable {...shared} />)}
    </>
  );
}

/** Says why nothing is listed; without a condition it is of a day before. */
function emptyWords(conditions: readonly string[]): string {
  if (conditions.length === 0) return 'Nothing was in use at the end of that day.';
  return noMatchWords('No software', conditions);
}
