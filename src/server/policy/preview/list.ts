/** Rows of each list of a preview; beside each list stands how many there are. */
const MAX_PREVIEW_ROWS = 50;

/** The first rows of a list, and how many there are. */
export function firstRows<Row>(rows: readonly Row[]): { total: number; items: Row[] } {
  return { total: rows.length, items: rows.slice(0, MAX_PREVIEW_ROWS) };
}
