'use client';

import { Download, SlidersHorizontal } from 'lucide-react';
import { canHide, nextSort, type ColumnFacts, type TableSort } from './columns';
import { useColumnChoice } from './column-choice';
import { EXPORT_KEY, useExportKey } from './export-link';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  MenuCheck,
  MenuItem,
  MenuLabel,
  MenuRadio,
  MenuSeparator,
} from '@/components/ui/dropdown-menu';
import { Kbd } from '@/components/ui/kbd';

export interface ViewMenuProps {
  /** The name of the table it belongs to. */
  name: string;
  columns: readonly ColumnFacts[];
  sort?: TableSort | null;
  /** Where the list is to be had as a CSV file; `e` fetches it, too. */
  exportHref?: string;
  /** The same in other forms: the name of a file, and where it is. */
  otherExports?: readonly {
    readonly file: string;
    readonly label: string;
    readonly href: string;
  }[];
  /** Puts the sort into the menu too, for phones, where the headers are gone. */
  onSortChange?: (sort: TableSort) => void;
}

/** Chooses a table's columns and sort, and exports it. Place it at the end of the filter bar. */
export function ViewMenu({
  name,
  columns,
  sort = null,
  onSortChange,
  exportHref,
  otherExports = [],
}: ViewMenuProps) {
  useExportKey(exportHref);
  const { visibility, changed, setVisible, reset } = useColumnChoice(name, columns);
  const sortable = columns.filter((column) => column.sortable);
  const menu = (
    <DropdownMenu
      className="w-56"
      trigger={
        <Button className="w-8 px-0 pointer-coarse:min-w-10" aria-label="View" title="View">
          <SlidersHorizontal aria-hidden className="text-subtle" />
        </Button>
      }
    >
      {onSortChange && sortable.length > 0 && (
        <>
          <MenuLabel>Sort by</MenuLabel>
          <MenuRadio
            value={sort?.by ?? ''}
            options={sortable.map(({ id, header }) => ({ value: id, label: header }))}
            onChange={(by) => {
              const column = sortable.find(({ id }) => id === by);
              if (column) onSortChange(nextSort(column, null));
            }}
          />
          {sort && (
            <MenuItem onSelect={() => onSortChange(nextSort({ id: sort.by }, sort))}>
              Turn the order around
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuLabel>Columns</MenuLabel>
      {columns.filter(canHide).map(({ id, header }) => (
        <MenuCheck
          key={id}
          checked={visibility[id] ?? true}
          onCheckedChange={(visible) => setVisible(id, visible)}
        >
          {header}
        </MenuCheck>
      ))}
      {changed && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={reset}>Reset the columns</MenuItem>
        </>
      )}
      {exportHref !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem asChild>
            <a href={exportHref} download>
              <Download aria-hidden />
              Export as CSV
              <span aria-hidden className="ml-auto pointer-coarse:hidden">
                <Kbd keys={EXPORT_KEY} />
              </span>
            </a>
          </MenuItem>
        </>
      )}
      {otherExports.map(({ file, label, href }) => (
        <MenuItem key={file} asChild>
          <a href={href} download={file}>
            <Download aria-hidden />
            {label}
          </a>
        </MenuItem>
      ))}
    </DropdownMenu>
  );
  if (exportHref === undefined) return menu;
  return (
    <>
      <Button asChild className="max-sm:hidden">
        <a href={exportHref} download title={`Export as CSV (${EXPORT_KEY})`}>
          <Download aria-hidden className="text-subtle" />
          Export
        </a>
      </Button>
      {menu}
    </>
  );
}
