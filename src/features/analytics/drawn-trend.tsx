'use client';

import { useMemo } from 'react';
import { StackedTrend } from '@/components/charts/stacked-trend';
import { toTrendData, type Trend } from './trend-data';

/** The trend as a chart. */
export function DrawnTrend({ trend, heightPx }: { trend: Trend; heightPx: number }) {
  const data = useMemo(() => toTrendData(trend), [trend]);
  return <StackedTrend data={data} heightPx={heightPx} />;
}
