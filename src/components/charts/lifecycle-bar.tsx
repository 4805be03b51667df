import { useId } from 'react';
import { formatDay } from '@/lib/dates';
import { cn } from '@/lib/cn';
import { segmentsOf, type PhaseSpan, type Segment } from './phase-segments';
import { percentAt, type Tick, type TimeScale } from './time-scale';

export interface TimelineMark {
  readonly day: string;
  /** What the day is: "By the catalog: 30 Apr 2026". */
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

/** The life of one thing as a bar, silent: whoever draws it says the same in words beside it. */
export function LifecycleBar({
  scale,
  ticks,
  today,
  marks = [],
  muted,
  ...span
}: LifecycleBarProps) {
  const segments = segmentsOf(span, { start: scale.from, today, horizon: scale.to });
  const hatch = useId();
  const now = percentAt(scale, today);
  return (
    <svg aria-hidden width="100%" height={ROW_PX} data-print="exact" className="block">
      <pattern
        id={hatch}
        width="4"
        height="4"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <rect width="4" height="4" className="fill-surface" />
        <rect width="4" height="1.5" className="fill-phase-2" />
      </pattern>
      {ticks.map(({ at, label }) => (
        <line key={label} x1={`${at}%`} x2={`${at}%`} y2={ROW_PX} className="stroke-border" />
      ))}
      <g className={cn(muted && 'opacity-45')}>
        {segments.map((segment) => (
          <Piece
            key={segment.phase.name}
            segment={segment}
            scale={scale}
            hatch={`url(#${hatch})`}
          />
        ))}
      </g>
      <line x1={`${now}%`} x2={`${now}%`} y2={ROW_PX} className="stroke-fg" />
      {marks.map(({ day, label }) => (
        <circle
          key={label}
          cx={`${percentAt(scale, day)}%`}
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

interface PieceProps {
  segment: Segment;
  scale: TimeScale;
  /** Paints what is over on an unknown day. */
  hatch: string;
}

function Piece({ segment, scale, hatch }: PieceProps) {
  const { phase, from, to, ending } = segment;
  const [start, end] = [percentAt(scale, from), percentAt(scale, to)];
  if (end <= start) return null;
  const isOutlined = ending !== 'dated' || phase.step === 3;
  return (
    <rect
      x={`${start}%`}
      width={`${end - start}%`}
      y={BAR_TOP_PX}
      height={BAR_PX}
      rx="1.5"
      {...(ending === 'undated' && { fill: hatch })}
      {...(ending === 'open' && { strokeDasharray: '3 3' })}
      className={cn(
        ending === 'dated' && FILLS[phase.step],
        ending === 'open' && 'fill-none',
        isOutlined && 'stroke-phase-2',
      )}
    >
      <title>{wordsOf(segment)}</title>
    </rect>
  );
}

function wordsOf({ phase, to, ending }: Segment): string {
  if (ending === 'open') return `${phase.name}, no known end`;
  return ending === 'undated'
    ? `${phase.name} ended, date unknown`
    : `${phase.name} until ${formatDay(to)}`;
}

/** What the steps of the hue stand for. */
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
        <span aria-hidden className="h-2.5 w-4 rounded-[1px] border border-dashed border-phase-2" />
        No known end
      </li>
    </ul>
  );
}
