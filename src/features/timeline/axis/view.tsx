import { memo } from 'react';
import { lengthOf, yearBands, type TimeScale } from '@/components/charts/time-scale';
import type { Geometry } from '../layout/rows';
import { labelledEvery, ticksOf, type Zoom } from '../layout/scale';
import { dayMarkWords } from '../words';

export interface AxisProps {
  scale: TimeScale;
  zoom: Zoom;
  geometry: Geometry;
  /** A UTC day, and where it is on the axis. */
  today: string;
  todayX: number;
  /** Whether that day is looked back at. */
  isPast: boolean;
}

/** Draws the time axis, which stays at the top: years, below them their months or quarters, and today. */
export const Axis = memo(function Axis({
  scale,
  zoom,
  geometry,
  today,
  todayX,
  isPast,
}: AxisProps) {
  const { originPx, cellPx, isNarrow, axisPx } = geometry;
  const ticks = ticksOf(scale, zoom);
  const every = labelledEvery(ticks);
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
          yearBands(scale).map(({ at, length, label }) => (
            <div key={label} className="absolute bottom-5" style={{ left: at, width: length }}>
              <span
                className="sticky inline-block pr-2 pb-0.5 pl-1.5 font-medium text-fg"
                style={{ left: isNarrow ? 0 : originPx }}
              >
                {label}
              </span>
            </div>
          ))}
        {ticks.map(({ at, label, isYear }, index) => (
          <span
            key={at}
            className="absolute bottom-0 h-5 border-l pb-1.5 pl-1.5 leading-3.5 data-year:border-border-strong"
            data-year={isYear || undefined}
            style={{ left: at }}
          >
            {index % every === 0 && label}
          </span>
        ))}
        <Today words={dayMarkWords(today, isPast)} x={todayX} stemPx={axisPx - 22} />
      </div>
    </div>
  );
});

function Today({ words, x, stemPx }: { words: string; x: number; stemPx: number }) {
  return (
    <>
      <span
        className="absolute top-1 z-10 -translate-x-1/2 rounded-sm bg-accent px-1.5 leading-4.5 font-medium whitespace-nowrap text-accent-fg"
        style={{ left: x }}
      >
        {words}
      </span>
      <span
        className="absolute bottom-0 w-0.5 -translate-x-1/2 bg-accent"
        style={{ left: x, height: stemPx }}
      />
    </>
  );
}

export interface GridProps {
  scale: TimeScale;
  zoom: Zoom;
  originPx: number;
  /** Of what is in sight: it stays there while rows pass over it. */
  heightPx: number;
  topPx: number;
  todayX: number;
}

/** Draws the lines of the axis behind all rows. */
export const Grid = memo(function Grid({
  scale,
  zoom,
  originPx,
  heightPx,
  topPx,
  todayX,
}: GridProps) {
  return (
    <div aria-hidden className="pointer-events-none sticky h-0" style={{ top: topPx }}>
      <svg
        width={lengthOf(scale)}
        height={heightPx}
        className="absolute top-0"
        style={{ left: originPx }}
      >
        <GridLines {...{ scale, zoom, heightPx, todayX }} />
      </svg>
    </div>
  );
});

/** Shades the past, and draws the lines of months, quarters or years, and of today. */
export function GridLines({
  scale,
  zoom,
  heightPx,
  todayX,
}: Omit<GridProps, 'originPx' | 'topPx'>) {
  const widthPx = lengthOf(scale);
  const isInSight = (at: number) => at >= 0 && at <= widthPx;
  return (
    <>
      <rect
        width={Math.min(widthPx, Math.max(0, todayX))}
        height={heightPx}
        className="fill-sunken"
      />
      {ticksOf(scale, zoom)
        .filter(({ at }) => isInSight(at))
        .map(({ at, isYear }) => (
          <line
            key={at}
            x1={at + 0.5}
            x2={at + 0.5}
            y2={heightPx}
            className={isYear ? 'stroke-border-strong' : 'stroke-border'}
          />
        ))}
      {isInSight(todayX) && (
        <line x1={todayX} x2={todayX} y2={heightPx} strokeWidth="2" className="stroke-accent" />
      )}
    </>
  );
}
