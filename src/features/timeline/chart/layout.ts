'use client';

import { useMemo } from 'react';
import type { TimeScale } from '@/components/charts/time-scale';
import type { EolState } from '@/domain/eol/proximity';
import type { Day } from '@/domain/eol/calendar';
import type { TimelineItem } from '../words';
import {
  axisInSightPx,
  barsOf,
  chartRowsOf,
  geometryFor,
  type ChartRow,
  type Geometry,
  type RowWithBar,
} from './rows';
import { anchorAt, dayNumber, daysOf, scaleOf, xOf, type Zoom } from './scale';

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
