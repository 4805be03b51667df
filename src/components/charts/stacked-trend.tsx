'use client';

import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { useRouter } from 'next/navigation';
import { cn } from '@/lib/cn';
import { Axes, countScale, scaleTicks, spacedTicks } from './axes';
import { seriesAt, StackedLayers, type Scales } from './layers';
import { ChartPattern, TrendLegend, type TrendData } from './legend';

const MARGIN = { top: 18, right: 4, bottom: 24, left: 44 } as const;
const TICK_GAP_PX = 52;
/** Points that Page Up and Page Down pass. */
const PAGE = 10;

export interface StackedTrendProps {
  data: TrendData;
  /** Of the drawing, without the legend. */
  heightPx: number;
  className?: string;
}

/**
 * Draws counts over time, stacked. The legend tells the numbers of the point under the pointer, or of the one that
 * the arrow keys are at; of now otherwise. A press on a part of a bar opens the list of what it counts, Enter that of the
 * whole bar. Place a `TrendTable` where it can be read as a table.
 */
export function StackedTrend({ data, heightPx, className }: StackedTrendProps) {
  const { points, now } = data;
  const [pointed, setPointed] = useState<number | null>(null);
  const { ref, width } = useWidth<HTMLDivElement>();
  const shown = Math.min(pointed ?? now, points.length - 1);
  return (
    <figure className={cn('grid min-w-0 grid-cols-1 gap-2', className)}>
      <TrendLegend data={data} index={shown} />
      <div ref={ref} style={{ height: heightPx }} className="min-w-0 print:h-auto!">
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
  const plot = { left: MARGIN.left, width: bandPx * points.length };
  const doors = useDoors(data, ({ clientX, clientY, currentTarget }) => {
    const { top } = currentTarget.getBoundingClientRect();
    const share = (clientY - top - MARGIN.top) / (bottom - MARGIN.top);
    return {
      index: pointAt(clientX, currentTarget, plot, points.length),
      height: (1 - share) * (values.at(-1) ?? 1),
    };
  });
  const ticks = points.flatMap(({ tick }, index) => (tick ? [{ index, text: tick }] : []));
  const nowAt = x(now) + bandPx / 2;
  return (
    <div
      {...pointHandlers(data, plot, shown, {
        onPoint,
        onOpen: doors.open,
      })}
      onClick={doors.openAt}
      className="cursor-pointer rounded-sm outline-offset-2"
    >
      <svg
        {...size}
        viewBox={`0 0 ${String(size.width)} ${String(size.height)}`}
        aria-hidden
        data-print="exact"
        className="block print:h-auto print:w-full"
      >
        <defs>
          {series.map(({ fill }, index) => (
            <ChartPattern key={index} id={patternOf(index)} fill={fill} />
          ))}
        </defs>
        <Axes
          values={values.map((value) => ({ value, y: y(value) }))}
          ticks={spacedTicks(ticks, x, TICK_GAP_PX, size.width)}
          {...{ x, left: MARGIN.left, right, bottom }}
        />
        <StackedLayers
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
    y: countScale(top, [MARGIN.top + height, MARGIN.top]),
  };
}

/**
 * Opens the lists of what a trend counts.
 * @param placeOf tells the point that a press is at, which need not be drawn as chosen yet, and its height in counts
 */
function useDoors(
  { series, hrefAt }: TrendData,
  placeOf: (press: MouseEvent<HTMLElement>) => { readonly index: number; readonly height: number },
) {
  const router = useRouter();
  return {
    open: (index: number) => router.push(hrefAt(index)),
    openAt: (press: MouseEvent<HTMLElement>) => {
      const { index, height } = placeOf(press);
      const at = seriesAt(
        series.map(({ values }) => values),
        index,
        height,
      );
      const href = at === null ? null : series[at]?.hrefAt(index);
      if (href) router.push(href);
    },
  };
}

/** Finds the point below a pointer. */
function pointAt(
  clientX: number,
  target: HTMLElement,
  plot: { readonly left: number; readonly width: number },
  count: number,
): number {
  const at = clientX - target.getBoundingClientRect().left - plot.left;
  return Math.floor((at / plot.width) * count);
}

interface PointListeners {
  readonly onPoint: (index: number | null) => void;
  /** Called when the list of a point is asked for. */
  readonly onOpen: (index: number) => void;
}

/**
 * Lets a pointer and the keyboard choose a point: one stop, in which arrows go from point to point as in a
 * slider.
 * @param plot where the points are, in pixels
 */
function pointHandlers(
  { label, points, series }: TrendData,
  plot: { readonly left: number; readonly width: number },
  shown: number,
  { onPoint, onOpen }: PointListeners,
) {
  const last = points.length - 1;
  const move = (index: number) => onPoint(Math.max(0, Math.min(last, index)));
  const moves: Record<string, number> = {
    ArrowLeft: shown - 1,
    ArrowDown: shown - 1,
    ArrowRight: shown + 1,
    ArrowUp: shown + 1,
    PageDown: shown - PAGE,
    PageUp: shown + PAGE,
    Home: 0,
    End: last,
  };
  const counts = series.map((one) => `${one.label} ${String(one.values[shown] ?? 0)}`);
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': `${label}, point in time`,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': shown,
    'aria-description': 'Enter opens the list of what is counted then',
    'aria-valuetext': `${points[shown]?.label ?? ''}: ${counts.join(', ') || 'nothing'}`,
    onFocus: () => onPoint(shown),
    onBlur: () => onPoint(null),
    onPointerLeave: () => onPoint(null),
    onPointerMove: ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
      move(pointAt(clientX, currentTarget, plot, points.length));
    },
    onKeyDown: (event: KeyboardEvent) => {
      const to = moves[event.key];
      if (event.key === 'Escape') return onPoint(null);
      if (event.key === 'Enter') return onOpen(shown);
      if (to === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      move(to);
    },
  } as const;
}

/** Measures an element's width in pixels as it changes; null until it is measured. */
function useWidth<Element extends HTMLElement>() {
  const ref = useRef<Element>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
