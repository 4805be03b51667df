import type { TableColumn, TableSort } from '@/components/data-table/columns';
import { Money } from '@/components/status/money';
import { RelativeDate } from '@/components/status/relative-date';
import { CONTRACT_SORTS } from '@/domain/contract/contract';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import { ContractBadges } from './card';
import type { ContractsParams } from './params';
import type { ListedContract } from './types';
import { softwareOf, TERM_WORDS, whereOf } from './words';

/** Under which the reader's columns are kept. */
export const CONTRACTS_TABLE = 'contracts';

/** As many lines of software as a row names. */
const NAMED = 3;

/**
 * The list of contracts. Ids of sortable columns are the sorts of `contract.list`.
 * @param today a UTC day
 */
export function contractColumns(today: string): readonly TableColumn<ListedContract>[] {
  return [
    {
      id: 'vendor',
      header: 'Vendor',
      sortable: true,
      primary: true,
      cell: ({ vendor }) => <span className="wrap-anywhere whitespace-normal">{vendor}</span>,
    },
    {
      id: 'state',
      header: 'State',
      widthPx: { least: 132, share: 12, most: 240 },
      card: 'line',
      cell: (contract) => <ContractBadges contract={contract} />,
    },
    {
      id: 'end',
      header: 'End',
      sortable: true,
      widthPx: { least: 150, share: 18, most: 300 },
      card: 'line',
      cell: ({ ends_on, state }) => (
        <RelativeDate
          day={ends_on}
          today={today}
          words={TERM_WORDS}
          className={
            state === 'ending' ? 'whitespace-normal text-danger-text' : 'whitespace-normal'
          }
        />
      ),
    },
    {
      id: 'covers',
      header: 'Covers',
      widthPx: { least: 150, share: 20, most: 320 },
      card: 'line',
      cell: (contract) => <CoveredLines contract={contract} />,
    },
    {
      id: 'where',
      header: 'Where',
      widthPx: { least: 110, share: 13, most: 260 },
      card: 'line',
      cell: (contract) => (
        <span className="wrap-anywhere whitespace-normal">{whereOf(contract)}</span>
      ),
    },
    {
      id: 'images',
      header: 'Images',
      sortable: true,
      firstSort: 'desc',
      align: 'end',
      widthPx: 84,
      cell: ({ images }) => formatCount(images),
    },
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      widthPx: 124,
      cell: ({ cost }) =>
        cost ? <Money {...cost} /> : <span className="text-subtle">Not said</span>,
    },
    {
      id: 'starts',
      header: 'Start',
      hidden: true,
      widthPx: 112,
      cell: ({ starts_on }) => formatDay(starts_on),
    },
    {
      id: 'renewal',
      header: 'To be renewed from',
      hidden: true,
      widthPx: 150,
      cell: ({ renewal_notice_on }) => formatDay(renewal_notice_on),
    },
  ];
}

function CoveredLines({ contract }: { readonly contract: ListedContract }) {
  const names = softwareOf(contract);
  const more = names.length - NAMED;
  return (
    <span className="wrap-anywhere whitespace-normal" title={names.join('\n')}>
      {names.slice(0, NAMED).join(', ')}
      {more > 0 && <span className="text-muted"> and {formatCount(more)} more</span>}
    </span>
  );
}

/** Reads the sort from the address. */
export function sortIn({ sort, dir }: ContractsParams): TableSort {
  return { by: sort, direction: dir };
}

/** Writes a sort into the address, which starts at the first page. */
export function toSortParams({ by, direction }: TableSort) {
  return { sort: CONTRACT_SORTS.find((known) => known === by), dir: direction, page: 1 };
}
