import { areaPath, stack } from './trend-geometry';
import type { TrendSeries } from './trend-types';

export interface Scales {
  /** The middle of a point, in pixels. */
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  /** Pixels that a point has for itself. */
  readonly bandPx: number;
}

/** Points with this much room are bars; closer ones run together into areas. */
const NARROWEST_BAR_PX = 8;
const WIDEST_BAR_PX = 36;
const BAR_SHARE = 0.72;

/** The stacked series: bars where there is room for them, else areas. */
export function TrendLayers({
  series,
  scales,
  paintOf,
}: {
  series: readonly TrendSeries[];
  scales: Scales;
  paintOf: (index: number) => string;
}) {
  const { x, y, bandPx } = scales;
  const layers = stack(series.map(({ values }) => values));
  if (bandPx < NARROWEST_BAR_PX) {
    return layers.map((layer, index) => (
      <path
        key={series[index]?.id}
        d={areaPath(layer, x, y)}
        fill={paintOf(index)}
        className="stroke-surface"
        strokeWidth="0.75"
      />
    ));
  }
  const width = Math.min(WIDEST_BAR_PX, bandPx * BAR_SHARE);
  return layers.map(({ from, to }, index) => (
    <g key={series[index]?.id} fill={paintOf(index)} className="stroke-surface" strokeWidth="1">
      {to.map((top, point) => {
        const height = y(from[point] ?? 0) - y(top);
        return (
          height > 0 && (
            <rect key={point} x={x(point) - width / 2} y={y(top)} width={width} height={height} />
          )
        );
      })}
    </g>
  ));
}
