'use client';

import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { lengthOf } from '@/components/charts/time-scale';
import { cn } from '@/lib/cn';
import { imageConditions, toTimelineQuery, type TimelineState } from '../params';
import type { TimelineItem } from '../words';
import { Axis, Grid } from './axis';
import { HoverCard } from './hover-card';
import { useChartKeys, useRowFocus, type RowFocus } from './keyboard';
import { useChartLayout, type ChartLayout } from './layout';
import { RowList } from './list';
import { useFirstRows, useScrollView, useTimeAnchor, type ScrollView } from './scroll';
import { BarLegend, BarPatterns, StateCounts } from './shapes';

export interface TimelineChartProps {
  items: readonly TimelineItem[];
  state: TimelineState;
  /** A UTC day. */
  today: Day;
  /** Newer rows are on their way: these stay, dimmed. */
  loading: boolean;
}

/** Draws all rows on one axis. Only what is in sight is in the page, whatever the number of rows. */
export function TimelineChart({ items, state, today, loading }: TimelineChartProps) {
  const { params, setParams } = state;
  const { zoom, at } = params;
  const boxRef = useRef<HTMLDivElement>(null);
  const view = useScrollView(boxRef);
  const layout = useChartLayout(items, today, zoom, view?.widthPx ?? null);
  const { scale, geometry, bars } = layout;
  const onMove = useCallback(
    (day: Day | null) => setParams({ at: day }, { history: 'replace' }),
    [setParams],
  );
  const backToToday = useTimeAnchor({ boxRef, scale, geometry, today, at, onMove });
  const place = scale && !loading ? placeOf(params) : null;
  useFirstRows({ boxRef, bars, geometry, place });
  const focus = useRowFocus(boxRef, geometry, items.length);
  useChartKeys({ boxRef, zoom, setParams, step: focus.step, backToToday });
  const jumpTo = (status: EolState) =>
    focus.focusRow(bars.findIndex(({ bar }) => bar.state === status));
  return (
    <>
      <BarPatterns />
      <StateCounts counts={layout.counts} onJump={jumpTo} />
      <ScrollBox boxRef={boxRef} layout={layout} loading={loading}>
        {view && <Content {...{ layout, view, focus, params, today }} />}
      </ScrollBox>
      <BarLegend />
      <HoverCard boxRef={boxRef} items={items} today={today} />
    </>
  );
}

/** Names the list by its filters: a list of other rows starts at its own place. */
function placeOf(params: TimelineState['params']): string {
  return JSON.stringify(toTimelineQuery(params));
}

interface ScrollBoxProps {
  boxRef: RefObject<HTMLDivElement | null>;
  layout: ChartLayout;
  loading: boolean;
  children: ReactNode;
}

function ScrollBox({ boxRef, layout, loading, children }: ScrollBoxProps) {
  const { scale, geometry, heightPx } = layout;
  const marginPx = geometry.isNarrow ? geometry.originPx : 0;
  return (
    <div
      ref={boxRef}
      tabIndex={0}
      role="region"
      aria-label="Timeline"
      aria-busy={loading || undefined}
      className={cn(
        'relative max-h-[calc(100dvh-var(--header-height)-var(--bottom-bar-height)-2rem)] overflow-auto rounded-md border bg-surface -outline-offset-2 sm:max-h-[max(24rem,calc(100dvh-16rem))]',
        loading && 'opacity-60',
      )}
    >
      <div
        style={{
          width: scale ? geometry.originPx + lengthOf(scale) + marginPx : undefined,
          height: geometry.axisPx + heightPx,
        }}
      >
        {children}
      </div>
    </div>
  );
}

interface ContentProps {
  layout: ChartLayout;
  view: ScrollView;
  focus: RowFocus;
  params: TimelineState['params'];
  today: Day;
}

function Content({ layout, view, focus, params, today }: ContentProps) {
  const { scale, geometry, rows, heightPx, todayX } = layout;
  const { zoom } = params;
  const conditions = useMemo(() => imageConditions(params), [params]);
  if (!scale) return null;
  return (
    <>
      <Axis scale={scale} zoom={zoom} geometry={geometry} today={today} todayX={todayX} />
      <div className="relative" style={{ height: heightPx }}>
        <Grid
          scale={scale}
          zoom={zoom}
          originPx={geometry.originPx}
          heightPx={heightPx}
          todayX={todayX}
        />
        <RowList
          rows={rows}
          geometry={geometry}
          view={view}
          focus={focus}
          conditions={conditions}
          today={today}
        />
      </div>
    </>
  );
}
