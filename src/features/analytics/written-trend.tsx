'use client';

import { useMemo } from 'react';
import { TrendTable } from '@/components/charts/trend-table';
import { toTrendData, type Trend } from './trend-data';

/** The trend as a table. */
export function WrittenTrend({ trend, heightPx }: { trend: Trend; heightPx: number }) {
  const data = useMemo(() => toTrendData(trend), [trend]);
  return <TrendTable data={data} heightPx={heightPx} />;
}
