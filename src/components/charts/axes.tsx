import { scaleLinear } from 'd3-scale';
import { formatCount } from '@/lib/numbers';

const STEPS = [1, 2, 2.5, 5, 10] as const;

/** Maps counts from 0 to `highest` to lengths: `[at 0, at the highest]`. */
export function countScale(highest: number, range: [number, number]) {
  return scaleLinear([0, Math.max(1, highest)], range);
}

/**
 * Lists the marks of a scale from 0 to at least `max`, at round whole numbers: 0, 50, 100, 150. Four to six of
 * them unless the numbers are too small.
 */
export function scaleTicks(max: number, wanted = 5): number[] {
  const rough = Math.max(max, 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((factor) => factor * power).find((candidate) => candidate >= rough);
  const whole = Math.max(1, Math.ceil(step ?? rough));
  const count = Math.max(1, Math.ceil(max / whole));
  return Array.from({ length: count + 1 }, (_, index) => index * whole);
}

/** A word along the lower edge. */
export interface PointTick {
  readonly index: number;
  readonly text: string;
}

/** Keeps the ticks that have room: none is nearer to the one before than `gapPx`, and none is cut off at the end. */
export function spacedTicks(
  ticks: readonly PointTick[],
  x: (index: number) => number,
  gapPx: number,
  widthPx: number,
): PointTick[] {
  let last = -Infinity;
  return ticks.filter(({ index }) => {
    const at = x(index);
    if (at - last < gapPx || at + gapPx / 2 > widthPx) return false;
    last = at;
    return true;
  });
}

export interface AxesProps {
  /** The marks of the scale, with where they are in pixels. */
  values: readonly { readonly value: number; readonly y: number }[];
  ticks: readonly PointTick[];
  x: (index: number) => number;
  left: number;
  right: number;
  bottom: number;
}

/** Draws the lines of the scale and the words along both edges. */
export function Axes({ values, ticks, x, left, right, bottom }: AxesProps) {
  return (
    <g className="fill-subtle text-[0.6875rem]" data-numeric>
      {values.map(({ value, y }) => (
        <g key={value}>
          <line x1={left} x2={right} y1={y} y2={y} className="stroke-border" />
          <text x={left - 8} y={y + 4} textAnchor="end">
            {formatCount(value)}
          </text>
        </g>
      ))}
      {ticks.map(({ index, text }) => (
        <text key={index} x={x(index)} y={bottom + 16} textAnchor="middle">
          {text}
        </text>
      ))}
    </g>
  );
}
