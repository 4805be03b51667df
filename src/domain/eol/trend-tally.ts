import type { Day } from './calendar';
import { proximityBounds } from './proximity';
import type { TrendPoint } from './trend';

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
   */
  addFindings(approach: Approach | null, changes: Int32Array): void {
    const { low, medium, high, critical, unknown } = this.counts;
    if (!approach) {
      addRunning(unknown, changes, 0, 0, this.length);
      return;
    }
    const { in12, in6, reached } = approach;
    let open = addRunning(low, changes, 0, 0, in12);
    open = addRunning(medium, changes, open, in12, in6);
    open = addRunning(high, changes, open, in6, reached);
    addRunning(critical, changes, open, reached, this.length);
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
