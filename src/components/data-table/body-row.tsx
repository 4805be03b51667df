'use client';

import type { MouseEvent, ReactNode } from 'react';
import { useRouter } from 'next/navigation';
import type { ColumnFacts } from './columns';
import { RowLink } from './row-link';
import { meaningOfPress } from './row-press';
import { cellClass, rowClass, type PhoneLayout } from './table-classes';

export interface BodyRowProps {
  columns: readonly ColumnFacts[];
  /** What the columns show, in their order. */
  cells: readonly ReactNode[];
  href?: string;
  pageHref?: string;
  opensBeside: boolean;
  selected: boolean;
  phone: PhoneLayout;
}

/** A row that goes where its link goes, wherever it is pressed. */
export function BodyRow({
  columns,
  cells,
  href,
  pageHref,
  opensBeside,
  selected,
  phone,
}: BodyRowProps) {
  const router = useRouter();
  const onPress = (event: MouseEvent) => {
    if (href === undefined) return;
    const meaning = meaningOfPress(event.nativeEvent);
    if (meaning === 'go') router.push(href, { scroll: !opensBeside });
    if (meaning === 'tab') window.open(href, '_blank', 'noopener');
  };
  return (
    <tr
      role="row"
      aria-current={selected ? 'true' : undefined}
      className={rowClass(phone, href !== undefined)}
      onClick={onPress}
      onAuxClick={onPress}
    >
      {columns.map((column, index) => {
        const className = cellClass(column, phone);
        if (!column.primary) {
          return (
            <td key={column.id} role="cell" data-label={column.header} className={className}>
              {cells[index]}
            </td>
          );
        }
        return (
          <th key={column.id} role="rowheader" scope="row" className={className}>
            {href === undefined ? (
              cells[index]
            ) : (
              <RowLink href={href} pageHref={pageHref} opensBeside={opensBeside}>
                {cells[index]}
              </RowLink>
            )}
          </th>
        );
      })}
    </tr>
  );
}
