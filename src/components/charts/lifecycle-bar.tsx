import { ENDED_UNDATED, STATE_CLAUSES, STATE_WORDS } from '@/domain/eol/words';
import { useId } from 'react';
import { formatDay } from '@/lib/dates';
import { cn } from '@/lib/cn';
import { edgesOf, placeOfDay, type Tick, type TimeScale } from './time-scale';

/** One stretch of a life cycle. Days are UTC, `YYYY-MM-DD`. */
export interface TimelinePhase {
  /** "Active support". */
  readonly name: string;
  /** Its step of the hue: 1 is the strongest. Phases follow each other in this order. */
  readonly step: 1 | 2 | 3;
  /** Null: the day is not known. */
  readonly until: string | null;
  /** With `until` null: it is over, on a day that is not known. */
  readonly over: boolean;
}

/** A piece of a bar. `open`: nothing is known of its end; `undated`: it is over, on an unknown day. */
export interface Segment {
  readonly phase: TimelinePhase;
  readonly from: string;
  readonly to: string;
  readonly ending: 'dated' | 'open' | 'undated';
}

export interface PhaseSpan {
  /** Null: it began before what is drawn. */
  readonly from: string | null;
  readonly phases: readonly TimelinePhase[];
}

export interface TimelineMark {
  readonly day: string;
  /** Says what the day is: "By the catalog: 30 Apr 2026". */
  readonly label: string;
}

export interface LifecycleBarProps extends PhaseSpan {
  scale: TimeScale;
  ticks: readonly Tick[];
  /** A UTC day. */
  today: string;
  /** Further days worth seeing on it. */
  marks?: readonly TimelineMark[] | undefined;
  /** Steps back behind the others. */
  muted?: boolean | undefined;
}

const ROW_PX = 36;
const BAR_PX = 14;
const BAR_TOP_PX = (ROW_PX - BAR_PX) / 2;

const FILLS = { 1: 'fill-phase-1', 2: 'fill-phase-2', 3: 'fill-phase-3' } as const;
const SWATCHES = { 1: 'bg-phase-1', 2: 'bg-phase-2', 3: 'bg-phase-3' } as const;

/** Draws the life of one thing as a bar, silent: the row around it says the same in words. */
export function LifecycleBar({
  scale,
  ticks,
  today,
  marks = [],
  muted,
  ...span
}: LifecycleBarProps) {
  const { from: start, to: horizon } = edgesOf(scale);
  const segments = segmentsOf(span, { start, today, horizon });
  const fade = useId();
  const now = placeOfDay(scale, today);
  return (
    <svg aria-hidden width="100%" height={ROW_PX} data-print="exact" className="block">
      <Fade id={fade} />
      {ticks.map(({ at, label }) => (
        <line key={label} x1={`${at}%`} x2={`${at}%`} y2={ROW_PX} className="stroke-border" />
      ))}
      <g className={cn(muted && 'opacity-45')}>
        {segments.map((segment) => (
          <Piece key={segment.phase.name} segment={segment} scale={scale} fade={`url(#${fade})`} />
        ))}
      </g>
      <line x1={`${now}%`} x2={`${now}%`} y2={ROW_PX} className="stroke-fg" />
      {marks.map(({ day, label }) => (
        <circle
          key={label}
          cx={`${placeOfDay(scale, day)}%`}
          cy={ROW_PX / 2}
          r="4"
          strokeWidth="1.5"
          className="fill-surface stroke-fg"
        >
          <title>{label}</title>
        </circle>
      ))}
    </svg>
  );
}

/** What has no known end fades, as on the timeline. */
function Fade({ id }: { id: string }) {
  return (
    <linearGradient id={id}>
      <stop offset="0" className="[stop-color:var(--phase-2)]" stopOpacity="1" />
      <stop offset="1" className="[stop-color:var(--phase-2)]" stopOpacity="0" />
    </linearGradient>
  );
}

interface PieceProps {
  segment: Segment;
  scale: TimeScale;
  /** Paints what has no known end. */
  fade: string;
}

function Piece({ segment, scale, fade }: PieceProps) {
  const { phase, from, to, ending } = segment;
  const [start, end] = [placeOfDay(scale, from), placeOfDay(scale, to)];
  if (end <= start) return null;
  const isOutlined = ending !== 'dated' || phase.step === 3;
  return (
    <rect
      x={`${start}%`}
      width={`${end - start}%`}
      y={BAR_TOP_PX}
      height={BAR_PX}
      rx="1.5"
      {...(ending === 'open' && { fill: fade })}
      {...(ending !== 'dated' && { strokeDasharray: '3 3' })}
      className={cn(
        ending === 'dated' && FILLS[phase.step],
        ending === 'undated' && 'fill-phase-3',
        isOutlined && 'stroke-phase-2',
      )}
    >
      <title>{wordsOf(segment)}</title>
    </rect>
  );
}

function wordsOf({ phase, to, ending }: Segment): string {
  if (ending === 'open') return `${phase.name}, ${STATE_CLAUSES.unknown}`;
  return ending === 'undated'
    ? `${phase.name}: ${ENDED_UNDATED}`
    : `${phase.name} until ${formatDay(to)}`;
}

/**
 * Cuts the bar of a life cycle into its pieces, one after the other. A phase whose end is not known
 * gives way to a later one whose end is: between them nothing can be drawn.
 * @param today where what is over without a day is drawn to
 * @param horizon where what has no known end is drawn to
 */
export function segmentsOf(
  { from, phases }: PhaseSpan,
  edges: { readonly start: string; readonly today: string; readonly horizon: string },
): Segment[] {
  const ordered = phases.toSorted((one, other) => one.step - other.step);
  const lastDated = ordered.findLastIndex(({ until }) => until !== null);
  const segments: Segment[] = [];
  let cursor = from ?? edges.start;
  for (const phase of ordered.filter(({ until }, index) => until !== null || index > lastDated)) {
    const ending = endingOf(phase);
    const to = phase.until ?? (phase.over ? edges.today : edges.horizon);
    if (to <= cursor) continue;
    segments.push({ phase, from: cursor, to, ending });
    cursor = to;
  }
  return segments;
}

function endingOf({ until, over }: TimelinePhase): Segment['ending'] {
  if (until !== null) return 'dated';
  return over ? 'undated' : 'open';
}

/** Names the steps of the hue. */
export function PhaseLegend({ names }: { names: readonly [string, string, string] }) {
  return (
    <ul data-print="exact" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={cn(
              'h-2.5 w-4 rounded-[1px]',
              // Three names, three steps.
              SWATCHES[(index + 1) as 1 | 2 | 3],
              index === 2 && 'border border-phase-2',
            )}
          />
          {name}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="h-2.5 w-4 rounded-[1px] border border-dashed border-phase-2 bg-linear-to-r from-phase-2 to-transparent"
        />
        {STATE_WORDS.unknown}
      </li>
    </ul>
  );
}
