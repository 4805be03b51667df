'use client';

import { useMemo } from 'react';
import type { TrendData } from '@/components/charts/legend';
import { StackedTrend } from '@/components/charts/stacked-trend';
import { COUNTED_DEGREES, COUNTED_WORDS } from '@/domain/evidence/counts';
import { DEGREE_FILLS } from '@/features/coverage/chart';
import { countIn, type Coverage } from '@/features/coverage/words';
import { hrefs } from '@/features/hrefs';
import { formatDay, formatDayOfYear } from '@/lib/dates';

/** Draws components by degree of evidence over days, the best degree at the bottom. */
export function CoverageTrend({ days, heightPx }: { days: Coverage['days']; heightPx: number }) {
  const data = useMemo(() => coverageTrend(days), [days]);
  return <StackedTrend data={data} heightPx={heightPx} />;
}

/** Lays the days out for their chart. */
export function coverageTrend(days: Coverage['days']): TrendData {
  const shown = COUNTED_DEGREES.filter((degree) =>
    days.some(({ counts }) => countIn(counts, degree) > 0),
  );
  return {
    label: 'Components by degree of evidence',
    // Not every day is counted: the first of a month that was has the tick.
    points: days.map(({ day }, index) => ({
      label: formatDay(day),
      ...(monthOf(day) !== monthOf(days[index - 1]?.day ?? day) && {
        tick: formatDayOfYear(day),
      }),
    })),
    now: days.length - 1,
    hrefAt: () => hrefs.coverage,
    series: shown.map((degree) => ({
      id: degree,
      label: COUNTED_WORDS[degree],
      values: days.map(({ counts }) => countIn(counts, degree)),
      fill: DEGREE_FILLS[degree],
      hrefAt: () => null,
    })),
  };
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}
