import type { DrawnRow, Segment } from '../drawing/row-layout';
import { BAR_PX } from './geometry';

const FADE_IN_ID = 'timeline-fade-in';
const FADE_OUT_ID = 'timeline-fade-out';
const OVERRUN_ID = 'timeline-overrun';

/** What all bars of a page refer to. Place it once, in the same document. */
export function BarPatterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <linearGradient id={FADE_IN_ID}>
          <stop offset="0" className="[stop-color:var(--fg)]" stopOpacity="0" />
          <stop offset="1" className="[stop-color:var(--fg)]" stopOpacity="0.32" />
        </linearGradient>
        <linearGradient id={FADE_OUT_ID}>
          <stop offset="0" className="[stop-color:var(--fg)]" stopOpacity="0.32" />
          <stop offset="1" className="[stop-color:var(--fg)]" stopOpacity="0" />
        </linearGradient>
        <pattern
          id={OVERRUN_ID}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" className="fill-status-ended-bg" />
          <rect width="1.75" height="6" className="fill-status-ended" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A row's bar. Silent: the row says in words what it shows. */
export function BarPicture({ row }: { row: DrawnRow }) {
  return (
    <svg
      aria-hidden
      data-print="exact"
      width={Math.max(1, row.endX - row.x)}
      height={BAR_PX}
      className="block overflow-visible"
    >
      {row.segments.map((segment) => (
        <SegmentShape
          key={`${segment.kind} ${String(segment.fade)}`}
          segment={segment}
          x={segment.x - row.x}
        />
      ))}
    </svg>
  );
}

/** A segment of any kind, also for the legend. */
export function SegmentShape({ segment, x }: { segment: Segment; x: number }) {
  const { kind, widthPx, fade } = segment;
  const place = { x, y: 0, width: widthPx, height: BAR_PX };
  if (fade !== null) {
    return (
      <>
        <rect {...place} fill={`url(#${fade === 'in' ? FADE_IN_ID : FADE_OUT_ID})`} />
        <rect {...dashed(x, widthPx)} className="fill-none stroke-fg/40" strokeDasharray="3 3" />
      </>
    );
  }
  if (kind === 'active') return <rect {...place} className="fill-fg/65" />;
  if (kind === 'standard') return <rect {...place} className="fill-fg/32" />;
  if (kind === 'overrun') {
    return <rect {...place} y={4} height={BAR_PX - 8} fill={`url(#${OVERRUN_ID})`} />;
  }
  const dashes = kind === 'undated' ? '3 3' : undefined;
  return (
    <rect {...dashed(x, widthPx)} className="fill-fg/8 stroke-fg/40" strokeDasharray={dashes} />
  );
}

/** A line lies half inside and half outside of its rectangle. */
function dashed(x: number, widthPx: number) {
  return { x: x + 0.5, y: 0.5, width: Math.max(0, widthPx - 1), height: BAR_PX - 1 };
}
