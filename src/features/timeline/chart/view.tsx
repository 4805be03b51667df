'use client';

import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { lengthOf, type TimeScale } from '@/components/charts/time-scale';
import { Button } from '@/components/ui/button';
import type { Day } from '@/domain/eol/calendar';
import { MAX_ROWS_OF_LINE } from '@/domain/timeline/list';
import { hrefs } from '@/features/hrefs';
import { cn } from '@/lib/cn';
import { Axis, Grid } from '../axis/view';
import { BarLegend, BarPatterns } from '../bar/view';
import {
  axisInSightPx,
  drawRow,
  geometryFor,
  rowsInView,
  rowsOfLine,
  type ChartRow,
  type Geometry,
  type RowFacts,
} from '../layout/rows';
import { dayNumber, scaleOf, xOf, type Zoom } from '../layout/scale';
import {
  useImageCounts,
  useLines,
  type ImagesInUse,
  type LoadedLines,
  type TimelineList,
} from '../lines/actions';
import {
  imageConditions,
  imagesOfLine,
  keepMiddleDay,
  toTimelineQuery,
  type TimelineState,
} from '../params';
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
  /** The lines around what ends next, and how many there are. */
  list: TimelineList;
  state: TimelineState;
  /** A UTC day. */
  today: Day;
  /** Newer rows are on their way: these stay, dimmed. */
  loading: boolean;
}

/** Draws all lines on one axis. Only what is in sight is loaded and in the page, whatever the number of lines. */
export function TimelineChart({ list, state, today, loading }: TimelineChartProps) {
  const { params, setParams } = state;
  const { zoom, at } = params;
  const boxRef = useRef<HTMLDivElement>(null);
  const view = useScrollView(boxRef);
  const layout = useChartLayout(today, zoom, view?.widthPx ?? null);
  const { scale, geometry } = layout;
  const { rows, images } = useRows(list, state, today, { ...layout, view });
  const startIndex = rows.findIndex(({ position }) => position === list.first);
  const backToToday = useTimeAnchor({ boxRef, scale, geometry, today, at, onMove: keepMiddleDay });
  const place = scale && !loading ? JSON.stringify(toTimelineQuery(params)) : null;
  const goToStart = useFirstRows({
    boxRef,
    startIndex: startIndex === -1 ? rows.length : startIndex,
    geometry,
    place,
  });
  const focus = useRowFocus(boxRef, geometry, rows.length);
  const backToStart = useCallback(() => {
    backToToday();
    goToStart();
  }, [backToToday, goToStart]);
  useChartKeys({ boxRef, zoom, setParams, step: focus.step, backToToday: backToStart });
  const heightPx = rows.length * geometry.rowPx;
  return (
    <>
      <BarPatterns />
      <ScrollBox boxRef={boxRef} layout={layout} heightPx={heightPx} loading={loading}>
        {view && <Content {...{ layout, rows, images, view, focus, state, today, heightPx }} />}
      </ScrollBox>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <BarLegend />
        <Button size="sm" onClick={backToStart}>
          Back to what ends next
        </Button>
      </div>
      <HoverCard boxRef={boxRef} rows={rows} images={images} today={today} />
    </>
  );
}

/** A row and the place of its line. */
export interface PlacedRow {
  readonly row: ChartRow;
  readonly position: number;
}

/** Rows drawn above and below those in sight, so that none is missing when they come into sight. */
const OVERSCAN = 8;

interface RowsContext {
  readonly scale: TimeScale | null;
  readonly geometry: Geometry;
  readonly view: ScrollView | null;
}

/** Loads the lines in sight with the numbers of their images, and draws what is loaded. */
function useRows(
  list: TimelineList,
  { params }: TimelineState,
  today: Day,
  { scale, geometry, view }: RowsContext,
): { rows: readonly PlacedRow[]; images: ImagesInUse } {
  const { rowPx, isNarrow } = geometry;
  const open = useMemo(() => new Set(params.open), [params.open]);
  const inSight = { topPx: view?.topPx ?? 0, heightPx: view?.heightPx ?? 0 };
  // Open lines push those below them down: a line is at most that far above its row.
  const most = list.total + open.size * MAX_ROWS_OF_LINE;
  const { first, end } = rowsInView(inSight, rowPx, most, OVERSCAN);
  const lines = useLines(params, list, {
    from: view ? Math.max(0, first - open.size * MAX_ROWS_OF_LINE) : list.from,
    until: view ? end : list.from,
  });
  const facts = useMemo(
    () => placedRows(list.total, lines, open, today),
    [list.total, lines, open, today],
  );
  const rows = useMemo(
    () =>
      facts.map(({ row, position }) => ({
        row: row && scale ? drawRow(row, scale, isNarrow) : null,
        position,
      })),
    [facts, scale, isNarrow],
  );
  const seen = rowsInView(inSight, rowPx, rows.length, OVERSCAN);
  const images = useImageCounts(params, lines, {
    from: rows[seen.first]?.position ?? 0,
    until: view ? (rows[seen.end - 1]?.position ?? -1) + 1 : 0,
  });
  return { rows, images };
}

function placedRows(
  total: number,
  lines: LoadedLines,
  open: ReadonlySet<string>,
  today: Day,
): { row: RowFacts | null; position: number }[] {
  return Array.from({ length: total }, (_, position) => position).flatMap((position) => {
    const line = lines.get(position);
    const rows = line ? rowsOfLine(line, open.has(line.productName), today) : [null];
    return rows.map((row) => ({ row, position }));
  });
}

interface ScrollBoxProps {
  boxRef: RefObject<HTMLDivElement | null>;
  layout: ChartLayout;
  heightPx: number;
  loading: boolean;
  children: ReactNode;
}

function ScrollBox({ boxRef, layout, heightPx, loading, children }: ScrollBoxProps) {
  const { scale, geometry } = layout;
  const marginPx = geometry.isNarrow ? geometry.originPx : 0;
  return (
    <div
      ref={boxRef}
      tabIndex={0}
      role="region"
      aria-label="Timeline"
      aria-busy={loading || undefined}
      data-print="hide"
      className={cn(
        'relative max-h-[calc(100dvh-var(--header-height)-var(--bottom-bar-height)-2rem)] overflow-auto rounded-md border bg-surface -outline-offset-2 sm:max-h-[max(24rem,calc(100dvh-17rem))]',
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
  rows: readonly PlacedRow[];
  images: ImagesInUse;
  view: ScrollView;
  focus: RowFocus;
  state: TimelineState;
  today: Day;
  heightPx: number;
}

function Content({ layout, rows, images, view, focus, state, today, heightPx }: ContentProps) {
  const { scale, geometry, todayX } = layout;
  const { params, setParams } = state;
  const { zoom, open } = params;
  const imagesHref = useCallback(
    ({ item, line }: RowFacts) =>
      item
        ? hrefs.images({ ...imageConditions(params), software: item.id })
        : imagesOfLine(params, line),
    [params],
  );
  const onToggle = useCallback(
    (product: string) =>
      setParams({
        open: open.includes(product) ? open.filter((one) => one !== product) : [...open, product],
      }),
    [setParams, open],
  );
  if (!scale) return null;
  return (
    <>
      <Axis {...{ scale, zoom, geometry, today, todayX }} isPast={params.as_of !== null} />
      <Grid
        scale={scale}
        zoom={zoom}
        originPx={geometry.originPx}
        topPx={geometry.axisPx}
        heightPx={Math.min(heightPx, Math.max(0, view.heightPx - geometry.axisPx))}
        todayX={todayX}
      />
      <div className="relative" style={{ height: heightPx }}>
        <RowList
          rows={rows}
          images={images}
          geometry={geometry}
          view={view}
          focus={focus}
          imagesHref={imagesHref}
          asOf={params.as_of}
          open={open}
          onToggle={onToggle}
        />
      </div>
    </>
  );
}

/** The axis of the drawing, before anything is scrolled. */
interface ChartLayout {
  readonly geometry: Geometry;
  /** Null until the width is known. */
  readonly scale: TimeScale | null;
  readonly todayX: number;
}

function useChartLayout(today: Day, zoom: Zoom, widthPx: number | null): ChartLayout {
  const geometry = useMemo(() => geometryFor(widthPx ?? Infinity, zoom), [widthPx, zoom]);
  const scale = useMemo(
    () => (widthPx === null ? null : scaleOf(today, zoom, axisInSightPx(geometry, widthPx))),
    [zoom, geometry, widthPx, today],
  );
  return { geometry, scale, todayX: scale ? xOf(scale, dayNumber(today) ?? 0) : 0 };
}
