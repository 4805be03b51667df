import { drawRow, type DrawnRow, type RowWithBar } from '../drawing/row-layout';
import type { TimeScale } from '../drawing/time-scale';
import { endText, nameOf, sharedNames, shortEndText } from '../words';
import { textPx } from './end-place';

/** A row as the chart shows it: all that does not change while it is scrolled. */
export interface ChartRow {
  readonly drawn: DrawnRow;
  readonly endText: string;
  /** How wide that is, about. */
  readonly endTextPx: number;
  /** Another row has the same name, as another artifact type. */
  readonly isShared: boolean;
}

/** @param today a UTC day */
export function chartRowsOf(
  rows: readonly RowWithBar[],
  scale: TimeScale,
  isNarrow: boolean,
  today: string,
): ChartRow[] {
  const shared = sharedNames(rows.map(({ item }) => item));
  return rows.map((row) => {
    const text = isNarrow ? shortEndText(row.item) : endText(row.item, row.bar.state, today);
    return {
      drawn: drawRow(row, scale),
      endText: text,
      endTextPx: textPx(text),
      isShared: shared.has(nameOf(row.item)),
    };
  });
}
