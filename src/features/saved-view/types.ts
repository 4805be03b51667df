import type { ColumnFacts } from '@/components/data-table/columns';
import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { ViewList } from '@/domain/saved-view/view';
import type { Outputs } from '@/trpc/outputs';

export type SavedView = Outputs['savedView']['list'][number];

/** A list of which views are saved. */
export interface ViewedList {
  readonly list: ViewList;
  /** The address of the list. */
  readonly path: string;
  /** Reads each parameter of its address; null: it means nothing. */
  readonly parsers: Readonly<Record<string, { readonly parse: (text: string) => unknown }>>;
  /** The name of its table. */
  readonly table: string;
  readonly columns: readonly ColumnFacts[];
  readonly columnsInAddress: ColumnsInAddress;
}
