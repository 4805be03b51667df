/** How far ahead the timeline may be asked to look, in months. */
export const HORIZONS = [3, 6, 12, 24] as const;
export type Horizon = (typeof HORIZONS)[number];

/** Lines (all cycles and package types of one product) that are read at a time. */
export const LINES_AT_A_TIME = 100;
/** Rows of one line: nobody reads more of one product. */
export const MAX_ROWS_OF_LINE = 100;
/** Lines whose images are counted at a time, and lines of a picture. */
export const MAX_COUNTED_LINES = 60;
