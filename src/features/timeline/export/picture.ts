import type { Day } from '@/domain/eol/calendar';
import type { Anchor } from '../drawing/anchor';
import type { RowWithBar } from '../drawing/row-layout';
import { daysOf, dayUnder, scaleOf, xOf, type TimeScale, type Zoom } from '../drawing/time-scale';
import type { Palette } from './palette';

/** All that an exported picture says. */
export interface Picture {
  readonly organization: string;
  /** What the rows were filtered by, in words; none: all software in use. */
  readonly conditions: readonly string[];
  readonly rows: readonly RowWithBar[];
  /** How many rows there would be if none had been cut off. */
  readonly total: number;
  readonly today: Day;
  readonly zoom: Zoom;
  /** Which part of the axis it shows. */
  readonly anchor: Anchor;
  readonly palette: Palette;
}

export const PAGE_PX = 1600;
export const MARGIN_PX = 40;
export const CELL_PX = 330;
/** Where the axis begins and how long it is. */
export const AXIS_X = MARGIN_PX + CELL_PX;
export const AXIS_LENGTH_PX = PAGE_PX - AXIS_X - MARGIN_PX;
export const ROW_PX = 24;

/** The part of the axis that fits on the page at the picture's zoom, around its anchor. */
export function pageScale({ rows, today, zoom, anchor }: Picture): TimeScale {
  const whole = scaleOf(daysOf(rows, today), zoom, AXIS_LENGTH_PX, anchor);
  const wanted = xOf(whole, anchor.day) - anchor.share * AXIS_LENGTH_PX;
  const start = Math.max(0, Math.min(whole.widthPx - AXIS_LENGTH_PX, wanted));
  return {
    from: dayUnder(whole, start),
    until: dayUnder(whole, start + AXIS_LENGTH_PX),
    pxPerDay: whole.pxPerDay,
    widthPx: AXIS_LENGTH_PX,
  };
}
