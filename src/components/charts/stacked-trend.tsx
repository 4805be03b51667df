'use client';

import { useId, useState } from 'react';
import { cn } from '@/lib/cn';
import { ChartPattern } from './chart-fill';
import { TrendAxes } from './trend-axes';
import { scaleTicks, spacedTicks } from './trend-geometry';
import { TrendLayers, type Scales } from './trend-layers';
import { pointHandlers } from './trend-keys';
import { TrendLegend } from './trend-legend';
import type { TrendData } from './trend-types';
import { useWidth } from './use-width';

const MARGIN = { top: 18, right: 4, bottom: 24, left: 44 } as const;
const TICK_GAP_PX = 52;

export interface StackedTrendProps {
  data: TrendData;
  /** Of the drawing, without the legend. */
  heightPx: number;
  className?: string;
}

/**
 * Counts over time, stacked. The legend tells the numbers of the point under the pointer, or of the one that
 * the arrow keys are at; of now otherwise. Place a `TrendTable` where it can be read as a table.
 */
export function StackedTrend({ data, heightPx, className }: StackedTrendProps) {
  const { points, now } = data;
  const [pointed, setPointed] = useState<number | null>(null);
  const { ref, width } = useWidth<HTMLDivElement>();
  const shown = Math.min(pointed ?? now, points.length - 1);
  return (
    <figure className={cn('grid min-w-0 grid-cols-1 gap-2', className)}>
      <TrendLegend data={data} index={shown} />
      <div ref={ref} style={{ height: heightPx }} className="min-w-0">
        {width !== null && width > 0 && (
          <Plot
            data={data}
            size={{ width, height: heightPx }}
            shown={shown}
            pointed={pointed}
            onPoint={setPointed}
          />
        )}
      </div>
    </figure>
  );
}

interface PlotProps {
  data: TrendData;
  size: { readonly width: number; readonly height: number };
  shown: number;
  pointed: number | null;
  onPoint: (index: number | null) => void;
}

function Plot({ data, size, shown, pointed, onPoint }: PlotProps) {
  const { points, series, now } = data;
  const id = useId();
  const patternOf = (index: number) => `${id}${String(index)}`;
  const values = scaleTicks(highestOf(data));
  const scales = scalesOf(size, points.length, values.at(-1) ?? 1);
  const { x, y, bandPx } = scales;
  const [right, bottom] = [size.width - MARGIN.right, size.height - MARGIN.bottom];
  const ticks = points.flatMap(({ tick }, index) => (tick ? [{ index, text: tick }] : []));
  const nowAt = x(now) + bandPx / 2;
  return (
    <div
      {...pointHandlers(data, { left: MARGIN.left, width: bandPx * points.length }, shown, onPoint)}
      className="rounded-sm outline-offset-2"
    >
      <svg {...size} aria-hidden data-print="exact" className="block">
        <defs>
          {series.map(({ fill }, index) => (
            <ChartPattern key={index} id={patternOf(index)} fill={fill} />
          ))}
        </defs>
        <TrendAxes
          values={values.map((value) => ({ value, y: y(value) }))}
          ticks={spacedTicks(ticks, x, TICK_GAP_PX, size.width)}
          {...{ x, left: MARGIN.left, right, bottom }}
        />
        <TrendLayers
          series={series}
          scales={scales}
          paintOf={(index) => `url(#${patternOf(index)})`}
        />
        {now < points.length - 1 && (
          <Ahead {...{ from: nowAt, right, bottom }} isEnough={right - nowAt > 110} />
        )}
        {pointed !== null && (
          <line
            x1={x(pointed)}
            x2={x(pointed)}
            y1={MARGIN.top}
            y2={bottom}
            className="stroke-fg"
            strokeWidth="1.5"
          />
        )}
      </svg>
    </div>
  );
}

interface AheadProps {
  from: number;
  right: number;
  bottom: number;
  /** Whether there is room for words. */
  isEnough: boolean;
}

/** Veils what has not happened yet. */
function Ahead({ from, right, bottom, isEnough }: AheadProps) {
  return (
    <>
      <rect
        x={from}
        y={MARGIN.top}
        width={right - from}
        height={bottom - MARGIN.top}
        className="fill-surface"
        opacity="0.5"
      />
      <line
        {...{ x1: from, x2: from, y1: MARGIN.top - 12, y2: bottom }}
        className="stroke-muted"
        strokeDasharray="3 3"
      />
      <text x={from + 6} y={MARGIN.top - 4} className="fill-muted text-[0.6875rem]">
        {isEnough ? 'If nothing changes' : 'Ahead'}
      </text>
    </>
  );
}

function highestOf({ points, series }: TrendData): number {
  const sums = points.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  return Math.max(0, ...sums);
}

function scalesOf(size: PlotProps['size'], count: number, top: number): Scales {
  const width = size.width - MARGIN.left - MARGIN.right;
  const height = size.height - MARGIN.top - MARGIN.bottom;
  const bandPx = width / Math.max(1, count);
  return {
    bandPx,
    x: (index) => MARGIN.left + (index + 0.5) * bandPx,
    y: (value) => MARGIN.top + height * (1 - value / top),
  };
}
