'use client';

import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { useColumnChoice, type ColumnsInAddress } from './column-choice';
import type { ColumnFacts } from './columns';
import { MAX_EXPORTED_IDS, withColumns, withIds } from './export-href';

export interface ExportSelectedProps {
  /** The name of the table. */
  name: string;
  columns: readonly ColumnFacts[];
  columnsInAddress: ColumnsInAddress;
  /** Where the list is to be had as a file. */
  exportHref: string;
  ids: readonly string[];
}

/** Saves what is selected of a list, with the columns that show. Of more the whole list is to be saved, or less of it. */
export function ExportSelected(props: ExportSelectedProps) {
  const { name, columns, columnsInAddress, exportHref, ids } = props;
  const { shownIds } = useColumnChoice(name, columns, columnsInAddress);
  if (ids.length > MAX_EXPORTED_IDS) return null;
  return (
    <Button asChild size="sm">
      <a href={withIds(withColumns(exportHref, shownIds), ids)} download>
        <Download aria-hidden className="text-subtle" />
        <span>
          Export<span className="max-sm:sr-only"> the selection</span>
        </span>
      </a>
    </Button>
  );
}
