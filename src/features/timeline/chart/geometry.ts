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
}

export const AXIS_PX = 44;
export const BAR_PX = 14;
const NARROW_BELOW_PX = 640;
const CELL_PX = 300;
/** The narrow picture's margin. */
const EDGE_PX = 12;

/** The geometry for a chart that is so wide. */
export function geometryFor(widthPx: number): Geometry {
  if (widthPx < NARROW_BELOW_PX) {
    return { isNarrow: true, rowPx: 56, cellPx: widthPx, originPx: EDGE_PX, barTopPx: 32 };
  }
  return { isNarrow: false, rowPx: 36, cellPx: CELL_PX, originPx: CELL_PX, barTopPx: 11 };
}

/** How much of the axis is in sight. */
export function axisInSightPx({ isNarrow, originPx }: Geometry, widthPx: number): number {
  return widthPx - (isNarrow ? 2 * originPx : originPx);
}
