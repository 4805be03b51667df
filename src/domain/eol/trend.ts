import { z } from 'zod';
import { addDays, addMonths, type Day, DAY_MS, dayOf, parseDay, startOfDayMs } from './calendar';
import { proximityBounds } from './proximity';

/** How far apart the points of a trend are. */
export const PERIODS = ['DAILY', 'MONTHLY'] as const;
export type Period = (typeof PERIODS)[number];

/** Two years of days. */
export const MAX_TREND_POINTS = 731;

/** One entry of a trend: the state at the end of a period. */
export interface TrendPoint {
  /** The period's first day, which the entry is dated by. */
  readonly on: Day;
  /** The period's last day, as of which ends of life are classed. */
  readonly asOf: Day;
  /** The instant at which the period is over, the first that is not part of it. */
  readonly endsAt: Date;
}

/**
 * The periods from the one that holds `start` to the one that holds `end`, at most one more than
 * {@link MAX_TREND_POINTS}; none when `end` comes first.
 */
export function trendPoints(period: Period, start: Day, end: Day): TrendPoint[] {
  const points: TrendPoint[] = [];
  const last = period === 'DAILY' ? end : lastDayOfMonth(end);
  for (let asOf = period === 'DAILY' ? start : lastDayOfMonth(start); asOf <= last;) {
    const on = period === 'DAILY' ? asOf : firstDayOfMonth(asOf);
    points.push({ on, asOf, endsAt: new Date(startOfDayMs(asOf) + DAY_MS) });
    // Nothing is computed past the last day: there may be no day after it.
    if (asOf === last || points.length > MAX_TREND_POINTS) break;
    asOf = period === 'DAILY' ? addDays(asOf, 1) : lastDayOfMonth(addMonths(on, 1));
  }
  return points;
}

/** Leaves out the points at which not all that was open is known any more. Null: all is known from the beginning. */
export function knownPoints(points: readonly TrendPoint[], from: Date | null): TrendPoint[] {
  return points.filter(({ endsAt }) => from === null || endsAt >= from);
}

/** A month of the calendar (UTC) that is over when a point ends, by its first day; or a point that is still to end. */
export type MonthOver = Day | 'now';

/** Names the months at whose ends the points of a trend are; null where one ends within a month. */
export function monthsOver(points: readonly TrendPoint[], now: Date): MonthOver[] | null {
  const months: MonthOver[] = [];
  for (const { endsAt } of points) {
    const day = dayOf(endsAt);
    if (endsAt > now) months.push('now');
    else if (day.endsWith('-01') && startOfDayMs(day) === endsAt.getTime()) {
      months.push(addMonths(day, -1));
    } else return null;
  }
  return months;
}

/** Gives the first day of the month that a day is in. */
export function firstDayOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01` as Day; // every month has a first day
}

function lastDayOfMonth(day: Day): Day {
  const [year = 1, month = 1] = day.split('-').map(Number);
  // A 31st is clamped to whatever day the month ends on.
  return addMonths('0001-01-31' as Day, (year - 1) * 12 + month - 1); // a day of the calendar
}

const dateTime = z.iso.datetime({ offset: true, local: true });

/** The UTC day that a date or an ISO 8601 date-time falls on, or null for any other text. Without an offset a time is UTC. */
export function readDayOrInstant(text: string): Day | null {
  if (!dateTime.safeParse(text).success) return parseDay(text);
  const isLocal = !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text);
  return parseDay(dayOf(new Date(isLocal ? `${text}Z` : text)));
}

/** How many months back the dashboard's trend can begin. */
export const TREND_MONTHS = [3, 6, 12, 24] as const;
export type TrendMonths = (typeof TREND_MONTHS)[number];

/** The trend goes on into the future as far as it looks back, but no further than this. */
const MOST_MONTHS_AHEAD = 6;

/**
 * The points of a trend that begins so many months before `today` and goes on after it, as long as there is
 * room: two years of days leave none. The period of today is taken as of today: its end has not come.
 */
export function trendRange(period: Period, months: TrendMonths, today: Day): TrendPoint[] {
  // As many months, this one included, or as many months of days up to today.
  const start =
    period === 'MONTHLY' ? addMonths(today, 1 - months) : addDays(addMonths(today, -months), 1);
  const ahead = addMonths(today, Math.min(months, MOST_MONTHS_AHEAD));
  const points = trendPoints(period, start, ahead);
  const fitting = points.length > MAX_TREND_POINTS ? trendPoints(period, start, today) : points;
  return fitting.map((point) => (isIn(point, today) ? asOfToday(point, today) : point));
}

function isIn({ on, asOf }: TrendPoint, day: Day): boolean {
  return on <= day && day <= asOf;
}

function asOfToday({ on }: TrendPoint, today: Day): TrendPoint {
  return { on, asOf: today, endsAt: new Date(startOfDayMs(today) + DAY_MS) };
}

/** The contract's `VulnCounts` without its date. */
export type TrendCounts = Record<TrendState, number>;
type TrendState = 'low' | 'medium' | 'high' | 'critical' | 'unknown' | 'none';

/** From which of a trend's points on an end is within 12 months, is within 6, and is reached. */
export interface Approach {
  readonly in12: number;
  readonly in6: number;
  readonly reached: number;
}

/** How ends come nearer from point to point; null for an end that is not known. */
export function approachOver(
  points: readonly TrendPoint[],
): (eolOn: Day | null) => Approach | null {
  const bounds = points.map(({ asOf }) => proximityBounds(asOf));
  const today = bounds.map((bound) => bound.today);
  const in6Months = bounds.map((bound) => bound.in6Months);
  const in12Months = bounds.map((bound) => bound.in12Months);
  return (eolOn) =>
    eolOn && {
      in12: firstFrom(in12Months, eolOn),
      in6: firstFrom(in6Months, eolOn),
      reached: firstFrom(today, eolOn),
    };
}

/** The index of the first point of a trend on or after a day; their number when there is none. */
export function firstPointFrom(points: readonly TrendPoint[], day: Day): number {
  return firstFrom(
    points.map(({ asOf }) => asOf),
    day,
  );
}

/** The index of the first of some ordered days that is not before this one; their number when none is. */
function firstFrom(days: readonly Day[], day: Day): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts what is in each state at each point of a trend. */
export class TrendTally {
  private readonly counts: Readonly<Record<TrendState, Int32Array>>;

  /** @param length the number of points */
  constructor(private readonly length: number) {
    const zeros = () => new Int32Array(length);
    this.counts = {
      low: zeros(),
      medium: zeros(),
      high: zeros(),
      critical: zeros(),
      unknown: zeros(),
      none: zeros(),
    };
  }

  /**
   * Adds the findings of some software.
   * @param changes for each point how many more (or fewer) are open than at the one before
   * @param covered from which point on a contract covers them, with the approach of their end before it
   */
  addFindings(
    approach: Approach | null,
    changes: Int32Array,
    covered: { readonly from: number; readonly before: Approach | null } | null = null,
  ): void {
    if (!covered) {
      this.addBands(approach, changes, 0, 0, this.length);
      return;
    }
    const { from, before } = covered;
    const open = this.addBands(before, changes, 0, 0, from);
    this.addBands(approach, changes, open, from, this.length);
  }

  /** Adds the findings of some points; returns how many are open at the last of them. */
  private addBands(
    approach: Approach | null,
    changes: Int32Array,
    open: number,
    from: number,
    until: number,
  ): number {
    const { low, medium, high, critical, unknown } = this.counts;
    if (!approach) return addRunning(unknown, changes, open, from, until);
    const { in12, in6, reached } = approach;
    const bands = [[low, in12] as const, [medium, in6] as const, [high, reached] as const];
    let [running, at] = [open, from];
    for (const [counts, end] of bands) {
      const next = Math.min(Math.max(end, at), until);
      running = addRunning(counts, changes, running, at, next);
      at = next;
    }
    return addRunning(critical, changes, running, at, until);
  }

  /** Adds images without findings. */
  addClean(changes: Int32Array): void {
    addRunning(this.counts.none, changes, 0, 0, this.length);
  }

  /** The counts at a point. */
  at(index: number): TrendCounts {
    const count = (state: TrendState) => this.counts[state][index] ?? 0;
    return {
      low: count('low'),
      medium: count('medium'),
      high: count('high'),
      critical: count('critical'),
      unknown: count('unknown'),
      none: count('none'),
    };
  }
}

/** Adds a running sum to the counts of some points; returns it as it is at the last of them. */
function addRunning(
  counts: Int32Array,
  changes: Int32Array,
  before: number,
  from: number,
  until: number,
): number {
  let open = before;
  for (let index = from; index < until; index += 1) {
    open += changes[index] ?? 0;
    counts[index] = (counts[index] ?? 0) + open;
  }
  return open;
}
