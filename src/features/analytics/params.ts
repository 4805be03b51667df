import { useQueryStates } from 'nuqs';
import { parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import { labelFilterOf, type WrittenLabel } from '@/domain/image/list';
import type { TrendMonths } from '@/domain/eol/trend';

export const TREND_GROUPINGS = ['state', 'type'] as const;
export const TREND_PERIODS = ['month', 'day'] as const;
export const TREND_RANGES = ['3m', '6m', '12m', '24m'] as const;
export const TREND_SHAPES = ['chart', 'table'] as const;

/** State of a trend, as the URL of its page holds it. */
export const trendParsers = {
  by: parseAsStringLiteral(TREND_GROUPINGS).withDefault('state'),
  period: parseAsStringLiteral(TREND_PERIODS).withDefault('month'),
  /** How far back it goes. */
  range: parseAsStringLiteral(TREND_RANGES).withDefault('12m'),
  show: parseAsStringLiteral(TREND_SHAPES).withDefault('chart'),
};

export type TrendParams = inferParserType<typeof trendParsers>;

/** Whose findings a trend counts, and with which label. */
export interface TrendScope extends WrittenLabel {
  readonly projectId: string | null;
  /** `mine`, `none` or the id of a team; null: of all. */
  readonly owner: string | null;
}

/** All findings. */
export const ALL_TRENDS = {
  ...{ projectId: null, owner: null },
  ...{ label: null, labelIs: 'in', labelValue: '' },
} as const satisfies TrendScope;

const MONTHS: Record<TrendParams['range'], TrendMonths> = {
  '3m': 3,
  '6m': 6,
  '12m': 12,
  '24m': 24,
};

/** Makes the query of `analytics.trend` from the URL. */
export function toTrendQuery(
  { by, period, range }: TrendParams,
  { projectId, owner, ...label }: TrendScope,
) {
  const name = period === 'day' ? ('DAILY' as const) : ('MONTHLY' as const);
  return { period: name, months: MONTHS[range], by, projectId, owner, label: labelFilterOf(label) };
}

/** Reads and writes a trend's state in the URL. Every change is an entry in the history, so that Back undoes it. */
export function useTrendParams() {
  return useQueryStates(trendParsers, { history: 'push', scroll: false });
}
