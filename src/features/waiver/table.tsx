import type { ColumnsInAddress } from '@/components/data-table/column-choice';
import type { TableColumn, TableSort } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { RelativeDate } from '@/components/status/relative-date';
import { MiddleTruncate } from '@/components/ui/middle-truncate';
import { WAIVER_SORTS } from '@/domain/waiver/list';
import { formatDay, upperFirst } from '@/lib/dates';
import { WaiverStateBadge } from './card';
import type { WaiversParams, WaiversState } from './params';
import type { ListedWaiver } from './types';
import { softwareOf, TERM_WORDS, whereOf } from './words';

/** Under which the reader's columns are kept. */
export const WAIVERS_TABLE = 'waivers';

/**
 * The list of waivers. Ids of sortable columns are the sorts of `waiver.list`.
 * @param today a UTC day
 */
export function waiverColumns(today: string): readonly TableColumn<ListedWaiver>[] {
  return [
    {
      id: 'software',
      header: 'Software',
      sortable: true,
      primary: true,
      cell: (waiver) => <span className="wrap-anywhere">{softwareOf(waiver)}</span>,
    },
    {
      id: 'where',
      header: 'Where',
      widthPx: { least: 140, share: 24, most: 340 },
      card: 'line',
      cell: (waiver) => (
        <span className="block min-w-0">
          <MiddleTruncate text={upperFirst(whereOf(waiver))} />
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      widthPx: 108,
      cell: ({ state }) => <WaiverStateBadge state={state} />,
    },
    {
      id: 'ends',
      header: 'Last day',
      sortable: true,
      widthPx: { least: 132, share: 18, most: 240 },
      cell: ({ ends_on, days_left }) =>
        days_left === null ? (
          <span className="text-muted">{formatDay(ends_on)}</span>
        ) : (
          <RelativeDate day={ends_on} today={today} words={TERM_WORDS} />
        ),
    },
    {
      id: 'owner',
      header: 'Answers for it',
      widthPx: { least: 110, share: 13, most: 180 },
      cell: ({ owner }) => owner.name,
    },
    {
      id: 'asked',
      header: 'Asked for',
      sortable: true,
      firstSort: 'desc',
      align: 'end',
      widthPx: { least: 100, share: 12, most: 140 },
      cell: ({ asked_at }) => <DateTime value={asked_at} show="ago" />,
    },
  ];
}

/** The reader's columns as the address has them. */
export function columnsInAddress({ params, setParams }: WaiversState): ColumnsInAddress {
  return { chosen: params.columns, onChange: (columns) => setParams({ columns }) };
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: WaiversParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: WAIVER_SORTS.find((known) => known === by), dir: direction, page: 1 };
}
