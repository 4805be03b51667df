import type { Zoom } from '../drawing/time-scale';

/** Where the parts of a row stand, in pixels. */
export interface Geometry {
  /** Names stand above their bars instead of at the left of them. */
  readonly isNarrow: boolean;
  readonly rowPx: number;
  /** Width of the part that names the row and stays in sight. */
  readonly cellPx: number;
  /** Where the time axis begins. */
  readonly originPx: number;
  /** Where a bar begins within its row. */
  readonly barTopPx: number;
  /** Height of the axis. */
  readonly axisPx: number;
}

export const BAR_PX = 14;
/** Height of a row's name where it stands above the bar. */
export const NARROW_CELL_PX = 30;
const NARROW_BELOW_PX = 640;
const CELL_PX = 300;
/** The narrow picture's margin. */
const EDGE_PX = 12;

/** The geometry for a chart that is so wide. Months and quarters have their years above them. */
export function geometryFor(widthPx: number, zoom: Zoom): Geometry {
  const axisPx = zoom === 'year' ? 44 : 60;
  if (widthPx < NARROW_BELOW_PX) {
    return { isNarrow: true, rowPx: 54, cellPx: widthPx, originPx: EDGE_PX, barTopPx: 32, axisPx };
  }
  return { isNarrow: false, rowPx: 36, cellPx: CELL_PX, originPx: CELL_PX, barTopPx: 11, axisPx };
}

/** How much of the axis is in sight. */
export function axisInSightPx({ isNarrow, originPx }: Geometry, widthPx: number): number {
  return widthPx - (isNarrow ? 2 * originPx : originPx);
}
