import { memo } from 'react';
import { formatDay } from '@/lib/dates';
import { ticksOf, yearBandsOf } from '../drawing/ticks';
import type { TimeScale, Zoom } from '../drawing/time-scale';
import type { Geometry } from './geometry';

export interface AxisProps {
  scale: TimeScale;
  zoom: Zoom;
  geometry: Geometry;
  /** A UTC day, and where it is on the axis. */
  today: string;
  todayX: number;
}

/** The time axis, which stays at the top: years, below them their months or quarters, and today. */
export const Axis = memo(function Axis({ scale, zoom, geometry, today, todayX }: AxisProps) {
  const { originPx, cellPx, isNarrow, axisPx } = geometry;
  return (
    <div
      aria-hidden
      className="sticky top-0 z-20 border-b bg-surface text-xs text-muted"
      style={{ height: axisPx }}
    >
      {!isNarrow && (
        <div
          className="sticky left-0 z-30 flex h-full items-end gap-3 border-r bg-surface pr-3 pb-1.5 pl-2 font-medium"
          style={{ width: cellPx }}
        >
          <span className="w-12 text-right">Images</span>
          <span>Software</span>
        </div>
      )}
      <div className="absolute inset-y-0 right-0" style={{ left: originPx }}>
        {zoom !== 'year' &&
          yearBandsOf(scale).map(({ x, widthPx, label }) => (
            <div key={label} className="absolute bottom-5" style={{ left: x, width: widthPx }}>
              <span
                className="sticky inline-block pr-2 pb-0.5 pl-1.5 font-medium text-fg"
                style={{ left: isNarrow ? 0 : originPx }}
              >
                {label}
              </span>
            </div>
          ))}
        {ticksOf(scale, zoom).map(({ x, label, isYear }) => (
          <span
            key={x}
            className="absolute bottom-0 h-5 border-l pb-1.5 pl-1.5 leading-3.5 data-year:border-border-strong"
            data-year={isYear || undefined}
            style={{ left: x }}
          >
            {label}
          </span>
        ))}
        <span
          className="absolute top-1 z-10 -translate-x-1/2 rounded-sm bg-accent px-1.5 leading-4.5 font-medium whitespace-nowrap text-accent-fg"
          style={{ left: todayX }}
        >
          Today · {formatDay(today)}
        </span>
        <span
          className="absolute bottom-0 w-0.5 -translate-x-1/2 bg-accent"
          style={{ left: todayX, height: axisPx - 22 }}
        />
      </div>
    </div>
  );
});
