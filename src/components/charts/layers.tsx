import { area, stack } from 'd3-shape';
import type { TrendSeries } from './legend';

export interface Scales {
  /** The middle of a point, in pixels. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** Pixels that a point has for itself. */
  readonly bandPx: number;
}

/** A part of a stack: where it begins and ends, in counts. */
type Layer = readonly (readonly [from: number, to: number])[];

/** Points with this much room are bars; closer ones run together into areas. */
const NARROWEST_BAR_PX = 8;
const WIDEST_BAR_PX = 36;
const BAR_SHARE = 0.72;

/** Puts series on top of each other, the first at the bottom. */
export function stackOf(series: readonly (readonly number[])[]): Layer[] {
  const points = Array.from({ length: series[0]?.length ?? 0 }, (_, index) => index);
  const stacked = stack<unknown, number, number>()
    .keys(series.map((_, index) => index))
    .value((point, key) => series[key]?.[point] ?? 0);
  return stacked(points).map((layer) => layer.map(([from, to]) => [from, to]));
}

/**
 * Finds the series that a stack shows at a height above a point.
 * @param value the height, in counts
 * @returns its index; null above the stack
 */
export function seriesAt(
  series: readonly (readonly number[])[],
  point: number,
  value: number,
): number | null {
  const found = stackOf(series).findIndex((layer) => {
    const [from, to] = layer[point] ?? [0, 0];
    return value >= from && value < to;
  });
  return found < 0 ? null : found;
}

export interface StackedLayersProps {
  series: readonly TrendSeries[];
  scales: Scales;
  paintOf: (index: number) => string;
}

/** Stacked series: bars where there is room for them, else areas. */
export function StackedLayers({ series, scales, paintOf }: StackedLayersProps) {
  const { x, y, bandPx } = scales;
  const layers = stackOf(series.map(({ values }) => values));
  if (bandPx < NARROWEST_BAR_PX) {
    const outline = area<Layer[number]>()
      .x((_, index) => x(index))
      .y0(([from]) => y(from))
      .y1(([, to]) => y(to));
    return layers.map((layer, index) => (
      <path
        key={series[index]?.id}
        d={outline([...layer]) ?? undefined}
        fill={paintOf(index)}
        className="stroke-surface"
        strokeWidth="0.75"
      />
    ));
  }
  const width = Math.min(WIDEST_BAR_PX, bandPx * BAR_SHARE);
  return layers.map((layer, index) => (
    <g key={series[index]?.id} fill={paintOf(index)} className="stroke-surface" strokeWidth="1">
      {layer.map(([from, to], point) => {
        const height = y(from) - y(to);
        return (
          height > 0 && (
            <rect key={point} x={x(point) - width / 2} y={y(to)} width={width} height={height} />
          )
        );
      })}
    </g>
  ));
}
