'use client';

import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { lengthOf, type TimeScale } from '@/components/charts/time-scale';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import { cn } from '@/lib/cn';
import { Axis, Grid } from '../axis/view';
import { BarLegend, BarPatterns, StateCounts } from '../bar/view';
import {
  axisInSightPx,
  barsOf,
  chartRowsOf,
  geometryFor,
  type ChartRow,
  type Geometry,
  type RowWithBar,
} from '../layout/rows';
import { anchorAt, dayNumber, daysOf, scaleOf, xOf, type Zoom } from '../layout/scale';
import { imageConditions, toTimelineQuery, type TimelineState } from '../params';
import type { TimelineItem } from '../words';
import {
  useChartKeys,
  useFirstRows,
  useRowFocus,
  useScrollView,
  useTimeAnchor,
  type RowFocus,
  type ScrollView,
} from './actions';
import { HoverCard } from './card';
import { RowList } from './table';

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

/** All of the drawing, before anything is scrolled. */
export interface ChartLayout {
  readonly geometry: Geometry;
  readonly bars: readonly RowWithBar[];
  /** Null until the width is known; there are no rows then either. */
  readonly scale: TimeScale | null;
  readonly rows: readonly ChartRow[];
  /** Of all rows together, without the axis. */
  readonly heightPx: number;
  readonly todayX: number;
  readonly counts: Readonly<Record<EolState, number>>;
}

/** Lays out the chart. Each step is only done again when what it depends on changes. */
export function useChartLayout(
  items: readonly TimelineItem[],
  today: Day,
  zoom: Zoom,
  widthPx: number | null,
): ChartLayout {
  const geometry = useMemo(() => geometryFor(widthPx ?? Infinity, zoom), [widthPx, zoom]);
  const bars = useMemo(() => barsOf(items, today), [items, today]);
  const counts = useMemo(() => countStates(bars), [bars]);
  const days = useMemo(() => daysOf(bars, today), [bars, today]);
  const scale = useMemo(
    () =>
      widthPx === null
        ? null
        : scaleOf(days, zoom, axisInSightPx(geometry, widthPx), anchorAt(null, today)),
    [days, zoom, geometry, widthPx, today],
  );
  const rows = useMemo(
    () => (scale ? chartRowsOf(bars, scale, geometry.isNarrow, today) : []),
    [bars, scale, geometry, today],
  );
  return {
    geometry,
    bars,
    scale,
    rows,
    heightPx: items.length * geometry.rowPx,
    todayX: scale ? xOf(scale, dayNumber(today) ?? 0) : 0,
    counts,
  };
}

function countStates(rows: readonly RowWithBar[]): Record<EolState, number> {
  const counts = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };
  for (const { bar } of rows) counts[bar.state] += 1;
  return counts;
}
