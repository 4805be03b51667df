import { scaleUtc } from 'd3-scale';

/** Maps moments (UTC) to `0…length`: pixels, or percent of a width. A `scaleUtc` of d3. */
export type TimeScale = ReturnType<typeof timeScale>;

export interface Tick {
  readonly at: number;
  readonly label: string;
  /** The first day of a year. */
  readonly isYear: boolean;
}

/** A year above the ticks within it. */
export interface YearBand {
  readonly at: number;
  readonly length: number;
  readonly label: string;
}

/** Months from one tick to the next. */
export type TickMonths = 1 | 3 | 12;

const MOST_YEARS_BACK = 12;
const MOST_YEARS_AHEAD = 10;
const YEAR_STEPS = [1, 2, 5, 10] as const;
const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * Makes the scale of a stretch of time.
 * @param from in milliseconds, as is `until`
 * @param clamp puts what lies beyond on the edge
 */
export function timeScale(from: number, until: number, length: number, clamp = false) {
  return scaleUtc([new Date(from), new Date(until)], [0, length]).clamp(clamp);
}

/**
 * Holds today and the given days (`YYYY-MM-DD`) in whole years, in percent, with a year on each side of today
 * at least, 12 back and 10 ahead at most: what lies beyond is cut off.
 */
export function scaleAround(days: readonly string[], today: string): TimeScale {
  const thisYear = yearOf(Date.parse(today));
  const years = days.map((day) => Number(day.slice(0, 4)));
  const first = Math.min(thisYear - 1, ...years);
  const last = Math.max(thisYear + 1, ...years);
  const from = Math.max(first, thisYear - MOST_YEARS_BACK);
  const until = Math.min(last, thisYear + MOST_YEARS_AHEAD) + 1;
  return timeScale(Date.UTC(from, 0), Date.UTC(until, 0), 100, true);
}

/** Says where a day stands on a scale. */
export function placeOfDay(scale: TimeScale, day: string): number {
  return scale(Date.parse(day));
}

/** Names the days that a scale begins and ends with. */
export function edgesOf(scale: TimeScale): { readonly from: string; readonly to: string } {
  const [from, to] = momentsOf(scale);
  return { from: dayText(from), to: dayText(to) };
}

/** The scale's extent: pixels, or 100 percent. */
export function lengthOf(scale: TimeScale): number {
  return scale.range()[1] ?? 0;
}

/** Lists the first day of each month, quarter or year on the axis. */
export function calendarTicks(scale: TimeScale, months: TickMonths): Tick[] {
  return yearsOf(scale).flatMap((year) =>
    Array.from({ length: 12 / months }, (_, index) => ({
      at: scale(Date.UTC(year, index * months)),
      label: tickLabel(year, index, months),
      isYear: index === 0,
    })),
  );
}

/** Lists the years of the axis, each over its ticks. */
export function yearBands(scale: TimeScale): YearBand[] {
  return yearsOf(scale).map((year) => {
    const at = scale(Date.UTC(year, 0));
    return { at, length: scale(Date.UTC(year + 1, 0)) - at, label: String(year) };
  });
}

/** Lists the beginnings of years, as many as can be read side by side. */
export function yearTicks(scale: TimeScale, most: number): Tick[] {
  const years = yearsOf(scale).length;
  const step = YEAR_STEPS.find((candidate) => years / candidate <= most) ?? 20;
  return calendarTicks(scale, 12).filter(({ label }) => Number(label) % step === 0);
}

function tickLabel(year: number, index: number, months: TickMonths): string {
  if (months === 12) return String(year);
  return months === 3 ? `Q${String(index + 1)}` : (MONTH_NAMES[index] ?? '');
}

/** The years that a scale touches; its last moment is no part of it. */
function yearsOf(scale: TimeScale): number[] {
  const [from, until] = momentsOf(scale);
  const first = yearOf(from);
  return Array.from({ length: yearOf(until - 1) - first + 1 }, (_, index) => first + index);
}

function momentsOf(scale: TimeScale): [from: number, until: number] {
  const [from, until] = scale.domain();
  return [Number(from), Number(until)];
}

function yearOf(moment: number): number {
  return new Date(moment).getUTCFullYear();
}

function dayText(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}
