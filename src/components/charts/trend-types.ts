import type { ReactNode } from 'react';
import type { ChartFill } from './chart-fill';

/** One thing that a trend counts, over all of its points. */
export interface TrendSeries {
  readonly id: string;
  readonly label: string;
  /** One for each point. */
  readonly values: readonly number[];
  readonly fill: ChartFill;
  /** A shape beside the label, such as a `StatusMark`. */
  readonly mark?: ReactNode;
}

/** One moment of a trend. */
export interface TrendPoint {
  /** When it is, in full: "21 Nov 2026". */
  readonly label: string;
  /** What the axis says there, if anything: "Nov". */
  readonly tick?: string;
}

export interface TrendData {
  /** What is counted, for those who listen: "Findings by state". */
  readonly label: string;
  readonly points: readonly TrendPoint[];
  /** From the bottom up. */
  readonly series: readonly TrendSeries[];
  /** The index of the point that is now; what comes after it has not happened yet. */
  readonly now: number;
}
