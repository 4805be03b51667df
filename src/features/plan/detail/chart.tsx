'use client';

import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import type { PlanDetail } from '../query';

const WIDTH = 600;
const HEIGHT = 120;
/** Room for the line's own width. */
const EDGE = 2;

/** Draws the images that were left on each day since a plan was made. */
export function BurnDownChart({ plan }: { plan: PlanDetail }) {
  const { progress } = plan;
  const [first, last] = [progress[0], progress.at(-1)];
  if (!first || !last) return null;
  const most = Math.max(1, ...progress.map(({ left }) => left));
  const x = (index: number) =>
    EDGE + (index / Math.max(1, progress.length - 1)) * (WIDTH - 2 * EDGE);
  const y = (left: number) => HEIGHT - EDGE - (left / most) * (HEIGHT - 2 * EDGE);
  // A day's number holds until the next day's: steps, not slopes.
  const steps = progress
    .map(({ left }, index) =>
      index === 0
        ? `M${String(x(0))} ${String(y(left))}`
        : `H${String(x(index))}V${String(y(left))}`,
    )
    .join('');
  const line = progress.length === 1 ? `${steps}H${String(WIDTH - EDGE)}` : steps;
  const label = `Images left: ${countOf(first.left, 'image')} on ${formatDay(first.day)}, ${String(last.left)} on ${formatDay(last.day)}, ${String(most)} at most.`;
  return (
    <figure className="grid min-w-0 gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
      >
        <path d={`${line}V${String(HEIGHT)}H${String(EDGE)}Z`} className="fill-accent-soft" />
        <path
          d={line}
          fill="none"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          className="stroke-accent-text"
        />
      </svg>
      <figcaption aria-hidden className="flex justify-between gap-3 text-xs text-muted">
        <span>
          {formatDay(first.day)}: {first.left}
        </span>
        <span>
          {formatDay(last.day)}: {last.left}
        </span>
      </figcaption>
    </figure>
  );
}
