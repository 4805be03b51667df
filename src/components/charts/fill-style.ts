import type { CSSProperties } from 'react';
import type { ChartFill } from './legend';

/** Draws the filling of a series as the background of an element, as a chart has it. */
export function fillStyle({ color, strength, texture }: ChartFill): CSSProperties {
  const backgroundColor = `color-mix(in srgb, ${color} ${String(strength)}%, var(--surface))`;
  if (texture === 'solid') return { backgroundColor };
  return { backgroundColor, ...TEXTURES[texture](color) };
}

const TEXTURES = {
  stripes: () => ({
    backgroundImage: 'repeating-linear-gradient(135deg, var(--surface) 0 1px, transparent 1px 4px)',
  }),
  dots: (color: string) => ({
    backgroundImage: `radial-gradient(${color} 1px, transparent 1.25px)`,
    backgroundSize: '6px 6px',
  }),
  hatch: (color: string) => ({
    backgroundImage: `repeating-linear-gradient(45deg, ${color} 0 0.75px, transparent 0.75px 4px)`,
  }),
};
