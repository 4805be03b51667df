'use client';

import { useEffect, useRef, useState } from 'react';
import { STATUS_CHART_FILLS, type TrendData } from '@/components/charts/legend';
import { StackedTrend } from '@/components/charts/stacked-trend';
import { Card } from '@/components/ui/card';
import { TextLink } from '@/components/ui/text-link';
import { STATE_WORDS } from '@/domain/eol/words';
import { hrefs } from '@/features/hrefs';
import { formatDay, formatMonthName } from '@/lib/dates';
import { Bars, BarsLegend } from './bars/view';
import { sharedConditions, type ForecastParams } from './params';
import { movesWords, type Forecast } from './words';

const BARS_PX = 230;
const LEGEND_PX = 22;
/** Before the page is measured, and on paper, which scales it. */
const FIRST_WIDTH_PX = 640;
const TREND_PX = 190;

/** Draws the quarters; all its numbers are in words below it. */
export function QuartersCard({ forecast }: { forecast: Forecast }) {
  const { ref, width } = useWidth();
  return (
    <Card
      title="Software that ends, by quarter"
      description="Each package type counted separately, as in the Software list"
    >
      <div ref={ref} className="min-w-0" data-print="exact">
        <svg
          aria-hidden
          width={width}
          height={BARS_PX + LEGEND_PX}
          viewBox={`0 0 ${String(width)} ${String(BARS_PX + LEGEND_PX)}`}
          className="block max-w-full print:h-auto print:w-full"
        >
          <BarsLegend widthPx={width} />
          <g transform={`translate(0 ${String(LEGEND_PX)})`}>
            <Bars columns={forecast.columns} widthPx={width} heightPx={BARS_PX} />
          </g>
        </svg>
      </div>
      <p className="pt-2 text-sm text-muted">
        <TextLink href={hrefs.plans()}>Plans</TextLink> that move any of it: {movesWords(forecast)}.
      </p>
    </Card>
  );
}

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH_PX);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** Shows the findings of the last year, as the overview counts them. */
export function LastYearCard({ forecast, params }: { forecast: Forecast; params: ForecastParams }) {
  return (
    <Card
      title="The last year"
      description="Findings at the end of each month: one per piece of software and image."
    >
      <div className="min-w-0 overflow-x-clip">
        <StackedTrend data={lastYearTrend(forecast, params)} heightPx={TREND_PX} />
      </div>
    </Card>
  );
}

/** Lays the last year out for its chart: a month has its name below it. */
export function lastYearTrend({ trend }: Forecast, params: ForecastParams): TrendData {
  const shared = sharedConditions(params);
  const last = trend.length - 1;
  // Today is a list of its own: that of now.
  const onDay = (index: number) => (index === last ? null : (trend[index]?.as_of ?? null));
  const series = (['ended', 'soon'] as const).map((state) => ({
    id: state,
    label: STATE_WORDS[state],
    values: trend.map((point) => point[state]),
    fill: STATUS_CHART_FILLS[state],
    hrefAt: (index: number) => hrefs.findings({ ...shared, state, on: onDay(index) }),
  }));
  return {
    label: 'Findings of the last year',
    points: trend.map(({ as_of: day }) => ({
      label: formatDay(day),
      tick: formatMonthName(day),
    })),
    now: last,
    series,
    hrefAt: (index) => hrefs.findings({ ...shared, on: onDay(index) }),
  };
}
