import { useId } from 'react';
import { Link } from '@/components/ui/link';
import type { Status } from '@/components/status/states';
import { cn } from '@/lib/cn';
import { formatCount } from '@/lib/numbers';

type Texture = 'solid' | 'stripes' | 'dots' | 'hatch';

/** The filling of a series: a colour, how much of it, and a texture that tells it apart in a grey print. */
export interface ChartFill {
  /** A colour token. */
  readonly color: string;
  /** Percent of the colour over the surface. */
  readonly strength: number;
  readonly texture: Texture;
}

/** One thing that a trend counts, over all of its points. */
export interface TrendSeries {
  readonly id: string;
  readonly label: string;
  /** One for each point. */
  readonly values: readonly number[];
  readonly fill: ChartFill;
  /** Builds the address of the list of what it counts at a point; null: there is none. */
  readonly hrefAt: (index: number) => string | null;
}

/** One moment of a trend. */
export interface TrendPoint {
  /** When it is, in full: "21 Nov 2026". */
  readonly label: string;
  /** The label on the axis, if any: "Nov". */
  readonly tick?: string;
}

export interface TrendData {
  /** Names what is counted, to a screen reader: "Findings by state". */
  readonly label: string;
  readonly points: readonly TrendPoint[];
  /** From the bottom up. */
  readonly series: readonly TrendSeries[];
  /** The index of the point that is now; what comes after it has not happened yet. */
  readonly now: number;
  /** Builds the address of the list of all that is counted at a point. */
  readonly hrefAt: (index: number) => string;
}

/** The states, darkest where the end is nearest, and each with a texture of its own. */
export const STATUS_CHART_FILLS: Record<Status, ChartFill> = {
  ended: { color: 'var(--status-ended)', strength: 100, texture: 'solid' },
  soon: { color: 'var(--status-soon)', strength: 100, texture: 'stripes' },
  next: { color: 'var(--status-next)', strength: 80, texture: 'solid' },
  later: { color: 'var(--status-later)', strength: 35, texture: 'dots' },
  unknown: { color: 'var(--status-unknown)', strength: 30, texture: 'hatch' },
};

/** For what has no colour of its own: steps of one hue, since the others mean states. */
export const STEP_CHART_FILLS: readonly ChartFill[] = [
  { color: 'var(--accent)', strength: 100, texture: 'solid' },
  { color: 'var(--accent)', strength: 75, texture: 'stripes' },
  { color: 'var(--accent)', strength: 45, texture: 'solid' },
  { color: 'var(--accent)', strength: 30, texture: 'dots' },
  { color: 'var(--accent)', strength: 15, texture: 'hatch' },
  { color: 'var(--fg-subtle)', strength: 30, texture: 'solid' },
];

/** Defines the SVG pattern of a fill; paint with `url(#id)`. */
export function ChartPattern({ id, fill }: { id: string; fill: ChartFill }) {
  const { color, strength, texture } = fill;
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect
        width="6"
        height="6"
        style={{ fill: `color-mix(in srgb, ${color} ${String(strength)}%, var(--surface))` }}
      />
      {texture === 'stripes' && (
        <path d="M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2" style={{ stroke: 'var(--surface)' }} />
      )}
      {texture === 'dots' && <circle cx="3" cy="3" r="1" style={{ fill: color }} />}
      {texture === 'hatch' && (
        <path d="M-1,5 l2,2 M0,0 l6,6 M5,-1 l2,2" style={{ stroke: color }} strokeWidth="0.75" />
      )}
    </pattern>
  );
}

/** Shows a piece of a fill. */
function ChartSwatch({ id, fill }: { id: string; fill: ChartFill }) {
  return (
    <svg aria-hidden width="12" height="12" data-print="exact" className="shrink-0 rounded-sm">
      <defs>
        <ChartPattern id={id} fill={fill} />
      </defs>
      <rect width="12" height="12" fill={`url(#${id})`} />
    </svg>
  );
}

/** Names that one line holds on a phone. */
const MOST_IN_A_LINE = 2;
const ENTRY_CLASS = 'inline-flex items-center gap-1.5 text-muted';

/** Names the fills, with the numbers of one point, which lead to the lists that they count. */
export function TrendLegend({ data, index }: { data: TrendData; index: number }) {
  const id = useId();
  return (
    <figcaption
      className={cn(
        'flex flex-wrap content-start items-center gap-x-3 gap-y-1 text-xs sm:min-h-9',
        // Five names take two or three lines there, as their numbers are.
        data.series.length > MOST_IN_A_LINE && 'max-sm:min-h-20',
      )}
    >
      <span data-numeric className="basis-full font-medium">
        {data.points[index]?.label}
      </span>
      {data.series.map(({ id: name, label, values, fill, hrefAt }) => {
        const href = hrefAt(index);
        const entry = (
          <>
            <ChartSwatch id={`${id}${name}`} fill={fill} />
            {label}
            <span data-numeric className="min-w-7 font-medium text-fg">
              {formatCount(values[index] ?? 0)}
            </span>
          </>
        );
        return href !== null ? (
          <Link
            key={name}
            href={href}
            prefetch={false}
            className={`${ENTRY_CLASS} rounded-sm hover:text-accent-text`}
          >
            {entry}
          </Link>
        ) : (
          <span key={name} className={ENTRY_CLASS}>
            {entry}
          </span>
        );
      })}
    </figcaption>
  );
}
