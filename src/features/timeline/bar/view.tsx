import { ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { STATUS_LABELS, STATUSES, type Status } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { countOf, formatCount } from '@/lib/numbers';
import { BAR_PX, type DrawnRow, type Segment } from '../layout/rows';

const FADE_IN_ID = 'timeline-fade-in';
const FADE_OUT_ID = 'timeline-fade-out';
const OVERRUN_ID = 'timeline-overrun';

/** Holds what all bars of a page refer to. Place it once, in the same document. */
export function BarPatterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <BarDefinitions />
    </svg>
  );
}

/** Defines the fills of bars, which refer to them by their ids. */
export function BarDefinitions() {
  return (
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
  );
}

/** Draws a row's bar. Silent: the row says the same in words. */
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

/** Draws a segment of any kind, also for legends. */
export function SegmentShape({ segment, x }: { segment: Segment; x: number }) {
  const { kind, widthPx, fade } = segment;
  const place = { x, y: 0, width: widthPx, height: BAR_PX };
  if (fade !== null) {
    return (
      <>
        <rect {...place} fill={`url(#${fade === 'in' ? FADE_IN_ID : FADE_OUT_ID})`} />
        <rect
          {...dashed(x, widthPx)}
          className="fill-none stroke-fg"
          strokeOpacity={0.4}
          strokeDasharray="3 3"
        />
      </>
    );
  }
  if (kind === 'active') return <rect {...place} className="fill-fg" fillOpacity={0.65} />;
  if (kind === 'standard') return <rect {...place} className="fill-fg" fillOpacity={0.32} />;
  if (kind === 'overrun') {
    return <rect {...place} y={4} height={BAR_PX - 8} fill={`url(#${OVERRUN_ID})`} />;
  }
  if (kind === 'contract') {
    return (
      <rect
        {...dashed(x, widthPx)}
        className="fill-accent-soft stroke-accent-text"
        strokeDasharray="5 2"
      />
    );
  }
  const dashes = kind === 'undated' ? '3 3' : undefined;
  return (
    <rect
      {...dashed(x, widthPx)}
      className="fill-fg stroke-fg"
      fillOpacity={0.08}
      strokeOpacity={0.4}
      strokeDasharray={dashes}
    />
  );
}

/** A line lies half inside and half outside of its rectangle. */
function dashed(x: number, widthPx: number) {
  return { x: x + 0.5, y: 0.5, width: Math.max(0, widthPx - 1), height: BAR_PX - 1 };
}

export interface StateCountsProps {
  /** Rows by state. */
  counts: Readonly<Record<Status, number>>;
  /** Goes to the first row of a state. */
  onJump: (status: Status) => void;
}

export const SAMPLE_PX = 26;
const sample = (kind: Segment['kind'], fade: Segment['fade'] = null): Segment => ({
  kind,
  x: 0,
  widthPx: SAMPLE_PX,
  fade,
});
export const SAMPLES: readonly (readonly [segment: Segment, label: string])[] = [
  [sample('active'), 'Active support'],
  [sample('standard'), 'Until end of life'],
  [sample('extended'), 'Extended support'],
  [sample('contract'), 'Under contract'],
  [sample('overrun'), 'In use past its end'],
  [sample('standard', 'out'), STATE_WORDS.unknown],
];

/** Samples of segments that the page does not name, for pictures that are read without it. */
export const RARE_SAMPLES: typeof SAMPLES = [
  [sample('undated'), ENDED_UNDATED],
  [sample('standard', 'in'), 'Release date unknown'],
];

/** Counts the rows of each state. The numbers lead to the first of them. */
export function StateCounts({ counts, onJump }: StateCountsProps) {
  return (
    <ul
      aria-label="Numbers by end of life"
      className="-mx-1.5 flex flex-wrap gap-x-1.5 text-xs text-muted"
    >
      {STATUSES.filter((status) => counts[status] > 0).map((status) => (
        <li key={status}>
          <button
            type="button"
            onClick={() => onJump(status)}
            aria-label={`${STATUS_LABELS[status]}: ${countOf(counts[status], 'row')}, go to the first`}
            className="inline-flex h-7 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-fg"
          >
            <StatusMark status={status} />
            {STATUS_LABELS[status]}
            <span data-numeric className="font-medium text-fg">
              {formatCount(counts[status])}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Names the parts of a bar. */
export function BarLegend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {SAMPLES.map(([segment, label]) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <svg aria-hidden width={SAMPLE_PX} height={BAR_PX} data-print="exact">
            <SegmentShape segment={segment} x={0} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
