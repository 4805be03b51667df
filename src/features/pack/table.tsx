import type { TableColumn } from '@/components/data-table/columns';
import { DateTime } from '@/components/status/date-time';
import { TEMPLATE_TITLES } from '@/domain/pack/templates';
import { formatDay } from '@/lib/dates';
import type { Pack } from './types';
import { signedWords } from './words';

/** Under which the reader's columns are kept. */
export const PACKS_TABLE = 'packs';

/** The list of evidence packs, newest first. */
export const PACK_COLUMNS: readonly TableColumn<Pack>[] = [
  {
    id: 'template',
    header: 'Pack',
    primary: true,
    cell: ({ number, template }) => `${String(number)}: ${TEMPLATE_TITLES[template]}`,
  },
  {
    id: 'as_of',
    header: 'As of',
    widthPx: 120,
    cell: ({ as_of: day }) => formatDay(day),
  },
  {
    id: 'signed',
    header: 'Signed',
    widthPx: { least: 150, share: 30, most: 420 },
    card: 'line',
    cell: (pack) => <span className="wrap-anywhere whitespace-normal">{signedWords(pack)}</span>,
  },
  {
    id: 'made',
    header: 'Made',
    widthPx: { least: 150, share: 26, most: 320 },
    cell: ({ made_at: at, made_by: by }) => (
      <span className="wrap-anywhere whitespace-normal">
        <DateTime value={at} /> by {by.name}
      </span>
    ),
  },
];
