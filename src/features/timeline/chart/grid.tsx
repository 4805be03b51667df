import { memo } from 'react';
import { ticksOf } from '../drawing/ticks';
import type { TimeScale, Zoom } from '../drawing/time-scale';

export interface GridProps {
  scale: TimeScale;
  zoom: Zoom;
  originPx: number;
  heightPx: number;
  todayX: number;
}

/** The lines of the axis behind all rows, what is past in a shade, and today's line. */
export const Grid = memo(function Grid({ scale, zoom, originPx, heightPx, todayX }: GridProps) {
  return (
    <svg
      aria-hidden
      data-print="exact"
      width={scale.widthPx}
      height={heightPx}
      className="pointer-events-none absolute top-0"
      style={{ left: originPx }}
    >
      <rect width={Math.max(0, todayX)} height={heightPx} className="fill-sunken" />
      {ticksOf(scale, zoom).map(({ x, isYear }) => (
        <line
          key={x}
          x1={x + 0.5}
          x2={x + 0.5}
          y2={heightPx}
          className={isYear ? 'stroke-border-strong' : 'stroke-border'}
        />
      ))}
      <line x1={todayX} x2={todayX} y2={heightPx} strokeWidth="2" className="stroke-accent" />
    </svg>
  );
});
