import { formatCount } from '@/lib/numbers';
import type { Tick } from './trend-geometry';

export interface TrendAxesProps {
  /** The marks of the scale, with where they are in pixels. */
  values: readonly { readonly value: number; readonly y: number }[];
  ticks: readonly Tick[];
  x: (index: number) => number;
  left: number;
  right: number;
  bottom: number;
}

/** The lines of the scale and the words along both edges. */
export function TrendAxes({ values, ticks, x, left, right, bottom }: TrendAxesProps) {
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
