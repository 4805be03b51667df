'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { Download, SlidersHorizontal } from 'lucide-react';
import { canHide, nextSort, type ColumnFacts, type TableSort } from './columns';
import { useColumnChoice, type ColumnsInAddress } from './column-choice';
import { useDensity } from './density';
import { asJson, withColumns } from './export-href';
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

// Few order their columns, and seldom do.
const ColumnDialog = dynamic(
  () => import('./column-dialog').then((module) => module.ColumnDialog),
  { ssr: false },
);

export interface ViewMenuProps {
  /** The name of the table it belongs to. */
  name: string;
  columns: readonly ColumnFacts[];
  sort?: TableSort | null;
  /** Where the list is to be had as a CSV file, and with `.json` as JSON; `e` fetches the first, too. */
  exportHref?: string;
  /** The same in other forms: the name of a file, and where it is. */
  otherExports?: readonly {
    readonly file: string;
    readonly label: string;
    readonly href: string;
  }[];
  /** Puts the sort into the menu too, for phones, where the headers are gone. */
  onSortChange?: (sort: TableSort) => void;
  /** For a list whose address has its columns: its files then hold exactly those. */
  columnsInAddress?: ColumnsInAddress;
}

/** Chooses a table's columns and sort, and exports it. Place it at the end of the filter bar. */
export function ViewMenu(props: ViewMenuProps) {
  const { name, columns, sort = null, onSortChange, columnsInAddress, otherExports = [] } = props;
  const choice = useColumnChoice(name, columns, columnsInAddress);
  const [isOrdering, setOrdering] = useState(false);
  const density = useDensity();
  const exportHref =
    props.exportHref !== undefined && columnsInAddress
      ? withColumns(props.exportHref, choice.shownIds)
      : props.exportHref;
  useExportKey(exportHref);
  const menu = (
    <DropdownMenu
      className="w-56"
      trigger={
        <Button className="w-8 px-0 pointer-coarse:min-w-10" aria-label="View" title="View">
          <SlidersHorizontal aria-hidden className="text-subtle" />
        </Button>
      }
    >
      {onSortChange && <SortItems columns={columns} sort={sort} onSortChange={onSortChange} />}
      <MenuLabel>Columns</MenuLabel>
      {columns.filter(canHide).map(({ id, header }) => (
        <MenuCheck
          key={id}
          checked={choice.shownIds.includes(id)}
          onCheckedChange={(visible) => choice.setVisible(id, visible)}
        >
          {header}
        </MenuCheck>
      ))}
      <MenuItem onSelect={() => setOrdering(true)}>Order the columns…</MenuItem>
      {choice.changed && <MenuItem onSelect={choice.reset}>Reset the columns</MenuItem>}
      <MenuSeparator />
      <MenuCheck checked={density.isCompact} onCheckedChange={density.setCompact}>
        Compact rows
      </MenuCheck>
      {exportHref !== undefined && (
        <>
          <MenuSeparator />
          <FileItem href={exportHref} label="Export as CSV" keys={EXPORT_KEY} />
          <FileItem href={asJson(exportHref)} label="Export as JSON" />
        </>
      )}
      {props.exportHref !== undefined && columnsInAddress && (
        <FileItem href={props.exportHref} label="Export all columns" />
      )}
      {otherExports.map(({ file, label, href }) => (
        <FileItem key={file} href={href} label={label} file={file} />
      ))}
    </DropdownMenu>
  );
  return (
    <>
      {exportHref !== undefined && (
        <Button asChild className="max-sm:hidden">
          <a href={exportHref} download title={`Export as CSV (${EXPORT_KEY})`}>
            <Download aria-hidden className="text-subtle" />
            Export
          </a>
        </Button>
      )}
      {menu}
      {isOrdering && (
        <ColumnDialog columns={columns} choice={choice} open onOpenChange={setOrdering} />
      )}
    </>
  );
}

interface SortItemsProps {
  columns: readonly ColumnFacts[];
  sort: TableSort | null;
  onSortChange: (sort: TableSort) => void;
}

function SortItems({ columns, sort, onSortChange }: SortItemsProps) {
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
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
          Reverse the order
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}

interface FileItemProps {
  href: string;
  label: string;
  /** The name of the file; its own unless given. */
  file?: string;
  keys?: string;
}

function FileItem({ href, label, file, keys }: FileItemProps) {
  return (
    <MenuItem asChild>
      <a href={href} download={file ?? true}>
        <Download aria-hidden />
        {label}
        {keys !== undefined && (
          <span aria-hidden className="ml-auto pointer-coarse:hidden">
            <Kbd keys={keys} />
          </span>
        )}
      </a>
    </MenuItem>
  );
}
