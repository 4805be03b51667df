'use client';

import { useMemo } from 'react';
import { type ChartFill, STEP_CHART_FILLS, type TrendData } from '@/components/charts/legend';
import { StackedTrend } from '@/components/charts/stacked-trend';
import { COUNTED_DEGREES, COUNTED_WORDS, type CountedDegree } from '@/domain/evidence/counts';
import { countIn, type Coverage } from '@/features/coverage/words';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';

/** For a degree of no known filling, which does not happen. */
const PLAIN: ChartFill = { color: 'var(--fg-subtle)', strength: 30, texture: 'solid' };

const FILLS: Readonly<Partial<Record<CountedDegree, ChartFill>>> = {
  contract: { color: 'var(--accent)', strength: 100, texture: 'stripes' },
  own: { color: 'var(--accent)', strength: 75, texture: 'solid' },
  catalog: { color: 'var(--accent)', strength: 100, texture: 'solid' },
  sbom: { color: 'var(--accent)', strength: 60, texture: 'stripes' },
  registry: { color: 'var(--accent)', strength: 45, texture: 'solid' },
  inferred: { color: 'var(--accent)', strength: 30, texture: 'dots' },
  stale: { color: 'var(--accent)', strength: 15, texture: 'hatch' },
  unknown: { color: 'var(--status-unknown)', strength: 30, texture: 'hatch' },
  ...(STEP_CHART_FILLS[5] && { ours: STEP_CHART_FILLS[5] }),
};

/** Draws components by degree of evidence over days, the best degree at the bottom. */
export function CoverageTrend({ days, heightPx }: { days: Coverage['days']; heightPx: number }) {
  const data = useMemo(() => toTrendData(days), [days]);
  return <StackedTrend data={data} heightPx={heightPx} />;
}

function toTrendData(days: Coverage['days']): TrendData {
  const shown = COUNTED_DEGREES.filter((degree) =>
    days.some(({ counts }) => countIn(counts, degree) > 0),
  );
  return {
    label: 'Components by degree of evidence',
    // Not every day is counted: the first of a month that was has the tick.
    points: days.map(({ day }, index) => ({
      label: formatDay(day),
      ...(monthOf(day) !== monthOf(days[index - 1]?.day ?? day) && {
        tick: formatDay(day).slice(0, -5),
      }),
    })),
    now: days.length - 1,
    hrefAt: () => hrefs.coverage,
    series: shown.map((degree) => ({
      id: degree,
      label: COUNTED_WORDS[degree],
      values: days.map(({ counts }) => countIn(counts, degree)),
      fill: FILLS[degree] ?? PLAIN,
      hrefAt: () => null,
    })),
  };
}

function monthOf(day: string): string {
  return day.slice(0, 7);
}
