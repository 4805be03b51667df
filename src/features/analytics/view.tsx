'use client';

import { useMemo } from 'react';
import {
  STATUS_CHART_FILLS,
  STEP_CHART_FILLS,
  type ChartFill,
  type TrendData,
  type TrendPoint,
  type TrendSeries,
} from '@/components/charts/legend';
import { StackedTrend } from '@/components/charts/stacked-trend';
import { TrendTable } from '@/components/charts/trend-table';
import { STATUS_LABELS, STATUSES } from '@/components/status/states';
import type { WrittenLabel } from '@/domain/image/list';
import { hrefs } from '@/features/hrefs';
import { formatDay, formatMonth, formatMonthName } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';
import type { TrendParams, TrendScope } from './params';

type Trend = Outputs['analytics']['trend'];

/** For a series of no known kind, which does not happen. */
const PLAIN: ChartFill = { color: 'var(--fg-subtle)', strength: 30, texture: 'solid' };

export interface TrendFiguresProps {
  trend: Trend;
  scope: TrendScope;
  show: TrendParams['show'];
  heightPx: number;
}

/** Shows a trend as a chart or as a table. */
export function TrendFigures({ trend, scope, show, heightPx }: TrendFiguresProps) {
  const { projectId, owner, label, labelIs, labelValue } = scope;
  const data = useMemo(
    () => toTrendData(trend, { project: projectId, owner, label, labelIs, labelValue }),
    [trend, projectId, owner, label, labelIs, labelValue],
  );
  const Figure = show === 'table' ? TrendTable : StackedTrend;
  return <Figure data={data} heightPx={heightPx} />;
}

/** Whose findings are listed. */
interface ListScope extends WrittenLabel {
  readonly project: string | null;
  readonly owner: string | null;
}

/** Whose findings are listed as of a point, and as of which day; null: now. */
type ScopeAt = (index: number) => ListScope & { readonly on: string | null };

/** Turns the answer of `analytics.trend` into series, the nearest end at the bottom. */
function toTrendData(trend: Trend, scope: ListScope): TrendData {
  const { by, now, period, today } = trend;
  // As it is now, the list needs no day; before and after it is asked as of one.
  const at = (index: number) => ({
    ...scope,
    on: index === now ? null : (trend.asOf[index] ?? null),
  });
  return {
    label: by === 'state' ? 'Findings by end of life' : 'Ended findings by package type',
    points: trend.points.map((day, index) => toPoint(day, period, index === now ? today : null)),
    now,
    hrefAt: (index) =>
      hrefs.findings(by === 'state' ? at(index) : { ...at(index), state: 'ended' }),
    series: trend.series.map((series, index) =>
      by === 'state' ? byState(series, at) : byType(series, index, at),
    ),
  };
}

function byState({ name, values }: Trend['series'][number], at: ScopeAt): TrendSeries {
  const status = STATUSES.find((known) => known === name) ?? 'unknown';
  return {
    id: status,
    label: STATUS_LABELS[status],
    values,
    fill: STATUS_CHART_FILLS[status],
    hrefAt: (index) => hrefs.findings({ state: status, ...at(index) }),
  };
}

function byType(
  { name, values }: Trend['series'][number],
  index: number,
  at: ScopeAt,
): TrendSeries {
  const last = STEP_CHART_FILLS.at(-1) ?? PLAIN;
  return {
    id: name ?? '',
    label: name ?? 'Other types',
    values,
    fill: name === null ? last : (STEP_CHART_FILLS[index] ?? PLAIN),
    hrefAt: (point) =>
      name === null ? null : hrefs.findings({ state: 'ended', type: name, ...at(point) }),
  };
}

/**
 * Tells months by name, January by its year; days have a tick on the first of a month.
 * @param today of the period that is not over, null of others
 */
function toPoint(day: string, period: Trend['period'], today: string | null): TrendPoint {
  const month = formatMonth(day);
  const isJanuary = day.slice(5, 7) === '01';
  const tick = isJanuary ? day.slice(0, 4) : formatMonthName(day);
  if (period === 'MONTHLY') {
    return { label: today === null ? `End of ${month}` : `Today, ${formatDay(today)}`, tick };
  }
  return { label: formatDay(day), tick: day.endsWith('-01') ? tick : undefined };
}
