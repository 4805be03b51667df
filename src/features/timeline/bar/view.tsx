import { ENDED_UNDATED, STATE_WORDS } from '@/domain/eol/words';
import { BAR_PX, type DrawnBar, type Segment } from '../layout/rows';
import type { Note } from '../layout/bar';

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
        <stop offset="0" className="[stop-color:var(--phase-2)]" stopOpacity="0" />
        <stop offset="1" className="[stop-color:var(--phase-2)]" stopOpacity="1" />
      </linearGradient>
      <linearGradient id={FADE_OUT_ID}>
        <stop offset="0" className="[stop-color:var(--phase-2)]" stopOpacity="1" />
        <stop offset="1" className="[stop-color:var(--phase-2)]" stopOpacity="0" />
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
export function BarPicture({ bar }: { bar: DrawnBar }) {
  return (
    <svg
      aria-hidden
      data-print="exact"
      width={Math.max(1, bar.endX - bar.x)}
      height={BAR_PX}
      className="block overflow-visible"
    >
      {bar.segments.map((segment) => (
        <SegmentShape
          key={`${segment.kind} ${String(segment.fade)}`}
          segment={segment}
          x={segment.x - bar.x}
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
        <rect {...dashed(x, widthPx)} className="fill-none stroke-phase-2" strokeDasharray="3 3" />
      </>
    );
  }
  if (kind === 'active') return <rect {...place} className="fill-phase-1" />;
  if (kind === 'standard') return <rect {...place} className="fill-phase-2" />;
  if (kind === 'span') {
    return <rect {...place} y={4} height={BAR_PX - 8} className="fill-phase-2" />;
  }
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
      className="fill-phase-3 stroke-phase-2"
      strokeDasharray={dashes}
    />
  );
}

/** A line lies half inside and half outside of its rectangle. */
function dashed(x: number, widthPx: number) {
  return { x: x + 0.5, y: 0.5, width: Math.max(0, widthPx - 1), height: BAR_PX - 1 };
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
  [sample('standard'), 'Standard support'],
  [sample('extended'), 'Extended support'],
  [sample('contract'), 'Under contract'],
  [sample('overrun'), 'In use past its end'],
  [sample('standard', 'out'), STATE_WORDS.unknown],
  [sample('span'), 'Several cycles'],
];

/** Samples of segments that the page does not name, for pictures that are read without it. */
export const RARE_SAMPLES: typeof SAMPLES = [
  [sample('undated'), ENDED_UNDATED],
  [sample('standard', 'in'), 'Release date unknown'],
];

export const NOTE_PX = 8;

/** The marks of plans and waivers, quieter than those of ends: a flag, and a frame that holds for a time. */
export const NOTE_SAMPLES: readonly (readonly [kind: Note['kind'], label: string])[] = [
  ['plan', 'Plan is due'],
  ['waiver', 'Waiver ends'],
];

/** Draws the mark of a plan or a waiver, around a point on the middle of a bar. */
export function NoteShape({ kind, x, y }: { kind: Note['kind']; x: number; y: number }) {
  const half = NOTE_PX / 2;
  return kind === 'plan' ? (
    <path
      d={`M${String(x)},${String(y + half + 2)} v${String(-NOTE_PX - 3)} h${String(NOTE_PX)} l-2.5,2.75 l2.5,2.75 h${String(-NOTE_PX)}`}
      className="fill-surface stroke-accent-text"
      strokeWidth="1.25"
      strokeLinejoin="round"
    />
  ) : (
    <path
      d={`M${String(x - half)},${String(y)} l${String(half)},${String(-half)} l${String(half)},${String(half)} l${String(-half)},${String(half)} z`}
      className="fill-surface stroke-accent-text"
      strokeWidth="1.25"
    />
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
      {NOTE_SAMPLES.map(([kind, label]) => (
        <li key={label} className="inline-flex items-center gap-1.5">
          <svg aria-hidden width={14} height={BAR_PX} data-print="exact">
            <NoteShape kind={kind} x={5} y={BAR_PX / 2} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
