import { useColumnChoice, type ColumnsInAddress } from '@/components/data-table/column-choice';
import type { ColumnFacts } from '@/components/data-table/columns';
import { withColumns } from '@/components/data-table/export-href';
import { timelineExportHref, type TimelineParams, type TimelineState } from '../params';

/** Under which the reader's columns are kept. */
export const TIMELINE_TABLE = 'timeline';

/** The columns of the table without its cells, which are not read for the chart. */
const TIMELINE_COLUMNS = [
  { id: 'name', header: 'Software', primary: true },
  { id: 'type', header: 'Type' },
  { id: 'images', header: 'Images' },
  { id: 'released', header: 'Released' },
  { id: 'active', header: 'Active until' },
  { id: 'end', header: 'End of life' },
  { id: 'evidence', header: 'Evidence', hidden: true },
  { id: 'move', header: 'Move to' },
  { id: 'extended', header: 'Extended until' },
] as const satisfies readonly ColumnFacts[];

/** Columns that say nothing of a day before: where to move, and the catalog's other phases. */
const OF_NOW = new Set(['active', 'move', 'extended']);

/** Tells whether the table has a column: as of a day before, those that tell of it. */
export function hasColumn({ as_of: asOf }: TimelineParams, { id }: Pick<ColumnFacts, 'id'>) {
  return asOf === null || !OF_NOW.has(id);
}

/** The columns that the table has. */
export function columnsIn(params: TimelineParams): readonly ColumnFacts[] {
  return TIMELINE_COLUMNS.filter((column) => hasColumn(params, column));
}

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: TimelineState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** Builds the address of the table as a file with the columns that it shows. */
export function useShownExportHref(params: TimelineParams): string {
  const address = { chosen: params.columns, onChange: () => undefined };
  const { shownIds } = useColumnChoice(TIMELINE_TABLE, columnsIn(params), address);
  return withColumns(timelineExportHref(params), shownIds);
}
