import { monthStart, yearOf } from './day-number';
import { xOf, type TimeScale, type Zoom } from './time-scale';

/** A line of the axis and what stands at its right. */
export interface Tick {
  readonly x: number;
  readonly label: string;
  /** The first day of a year. */
  readonly isYear: boolean;
}

/** A year over the ticks within it. */
export interface YearBand {
  readonly x: number;
  readonly widthPx: number;
  readonly label: string;
}

const MONTHS_IN_TICK: Readonly<Record<Zoom, number>> = { month: 1, quarter: 3, year: 12 };
const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
];

/** The first day of each month, quarter or year on the axis. */
export function ticksOf(scale: TimeScale, zoom: Zoom): Tick[] {
  const step = MONTHS_IN_TICK[zoom];
  return yearsOf(scale).flatMap((year) =>
    Array.from({ length: 12 / step }, (_, index) => ({
      x: xOf(scale, monthStart(year, index * step)),
      label: labelOf(zoom, year, index),
      isYear: index === 0,
    })),
  );
}

export function yearBandsOf(scale: TimeScale): YearBand[] {
  return yearsOf(scale).map((year) => {
    const x = xOf(scale, monthStart(year, 0));
    return { x, widthPx: xOf(scale, monthStart(year + 1, 0)) - x, label: String(year) };
  });
}

function labelOf(zoom: Zoom, year: number, index: number): string {
  if (zoom === 'year') return String(year);
  return zoom === 'quarter' ? `Q${String(index + 1)}` : (MONTH_NAMES[index] ?? '');
}

/** The scale begins and ends with whole years. */
function yearsOf({ from, until }: TimeScale): number[] {
  const first = yearOf(from);
  return Array.from({ length: yearOf(until - 1) - first + 1 }, (_, index) => first + index);
}
