import { parseAsStringLiteral, type inferParserType } from 'nuqs/server';
import type { TrendMonths } from '@/domain/eol/trend';

export const TREND_GROUPINGS = ['state', 'type'] as const;
export const TREND_PERIODS = ['month', 'day'] as const;
export const TREND_RANGES = ['3m', '6m', '12m', '24m'] as const;
export const TREND_SHAPES = ['chart', 'table'] as const;

/** The state of a trend in the address of the page it is on. */
export const trendParsers = {
  by: parseAsStringLiteral(TREND_GROUPINGS).withDefault('state'),
  period: parseAsStringLiteral(TREND_PERIODS).withDefault('month'),
  /** How far back it goes. */
  range: parseAsStringLiteral(TREND_RANGES).withDefault('12m'),
  show: parseAsStringLiteral(TREND_SHAPES).withDefault('chart'),
};

export type TrendParams = inferParserType<typeof trendParsers>;

const MONTHS: Record<TrendParams['range'], TrendMonths> = {
  '3m': 3,
  '6m': 6,
  '12m': 12,
  '24m': 24,
};

/**
 * The question that an address puts to `analytics.trend`.
 * @param projectId null for all projects
 */
export function toTrendQuery({ by, period, range }: TrendParams, projectId: string | null) {
  const name = period === 'day' ? ('DAILY' as const) : ('MONTHLY' as const);
  return { period: name, months: MONTHS[range], by, projectId };
}
