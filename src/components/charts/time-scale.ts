/** A stretch of time as a chart draws it. Days are UTC, `YYYY-MM-DD`. */
export interface TimeScale {
  readonly from: string;
  readonly to: string;
}

export interface Tick {
  /** Where it stands, in percent of the width. */
  readonly at: number;
  readonly label: string;
}

const MOST_YEARS_BACK = 12;
const MOST_YEARS_AHEAD = 10;
const YEAR_STEPS = [1, 2, 5, 10] as const;

/**
 * Whole years that hold today and the given days, with a year on each side of today at least, 12 back and
 * 10 ahead at most: what lies beyond is cut off.
 */
export function scaleAround(days: readonly string[], today: string): TimeScale {
  const thisYear = yearOf(today);
  const years = days.map(yearOf);
  const first = Math.min(thisYear - 1, ...years);
  const last = Math.max(thisYear + 1, ...years);
  return {
    from: `${yearText(Math.max(first, thisYear - MOST_YEARS_BACK))}-01-01`,
    to: `${yearText(Math.min(last, thisYear + MOST_YEARS_AHEAD) + 1)}-01-01`,
  };
}

/** Where a day stands, in percent of the width; the edge when it lies beyond. */
export function percentAt({ from, to }: TimeScale, day: string): number {
  const [start, end, at] = [Date.parse(from), Date.parse(to), Date.parse(day)];
  return Math.min(100, Math.max(0, ((at - start) / (end - start)) * 100));
}

/** The beginnings of years, as many as can be read beside each other. */
export function yearTicks(scale: TimeScale, most: number): Tick[] {
  const [first, last] = [yearOf(scale.from), yearOf(scale.to)];
  const step = YEAR_STEPS.find((years) => (last - first) / years <= most) ?? 20;
  const ticks: Tick[] = [];
  for (let year = Math.ceil(first / step) * step; year < last; year += step) {
    const label = yearText(year);
    ticks.push({ at: percentAt(scale, `${label}-01-01`), label });
  }
  return ticks;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

function yearText(year: number): string {
  return String(year).padStart(4, '0');
}
