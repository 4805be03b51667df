import type { Status } from '@/components/status/states';

type Texture = 'solid' | 'stripes' | 'dots' | 'hatch';

/** How a series is filled: a colour, how much of it, and a texture that tells it apart in a grey print. */
export interface ChartFill {
  /** A colour token. */
  readonly color: string;
  /** Percent of the colour over the surface. */
  readonly strength: number;
  readonly texture: Texture;
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

/** The SVG pattern of a fill; paint with `url(#id)`. */
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

/** A piece of a fill, for a legend. */
export function ChartSwatch({ id, fill }: { id: string; fill: ChartFill }) {
  return (
    <svg aria-hidden width="12" height="12" data-print="exact" className="shrink-0 rounded-sm">
      <defs>
        <ChartPattern id={id} fill={fill} />
      </defs>
      <rect width="12" height="12" fill={`url(#${id})`} />
    </svg>
  );
}
