/** A chart's series from the bottom up: one value for each point, and the same values stacked on those below. */
export interface StackedLayer {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Puts series on top of each other. */
export function stack(series: readonly (readonly number[])[]): StackedLayer[] {
  let below: readonly number[] = [];
  return series.map((values) => {
    const from = values.map((_, index) => below[index] ?? 0);
    const to = values.map((value, index) => (from[index] ?? 0) + value);
    below = to;
    return { from, to };
  });
}

const STEPS = [1, 2, 2.5, 5, 10] as const;

/**
 * The marks of a scale from 0 to at least `max`, at round whole numbers: 0, 50, 100, 150. Four to six of
 * them unless the numbers are too small.
 */
export function scaleTicks(max: number, wanted = 5): number[] {
  const rough = Math.max(max, 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.map((factor) => factor * power).find((candidate) => candidate >= rough);
  const whole = Math.max(1, Math.ceil(step ?? rough));
  const count = Math.max(1, Math.ceil(max / whole));
  return Array.from({ length: count + 1 }, (_, index) => index * whole);
}

export interface Tick {
  readonly index: number;
  readonly text: string;
}

/** The ticks that have room: none is nearer to the one before than `gapPx`, and none is cut off at the end. */
export function spacedTicks(
  ticks: readonly Tick[],
  x: (index: number) => number,
  gapPx: number,
  widthPx: number,
): Tick[] {
  let last = -Infinity;
  return ticks.filter(({ index }) => {
    const at = x(index);
    if (at - last < gapPx || at + gapPx / 2 > widthPx) return false;
    last = at;
    return true;
  });
}

/** The outline of a layer as an SVG path: along its top, and back along its bottom. */
export function areaPath(
  { from, to }: StackedLayer,
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  const top = to.map((value, index) => `${fixed(x(index))},${fixed(y(value))}`);
  const bottom = from.map((value, index) => `${fixed(x(index))},${fixed(y(value))}`).reverse();
  return `M${[...top, ...bottom].join('L')}Z`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}
