import type { TableColumn } from '@/components/data-table/columns';
import { projectTitle } from '@/domain/identifiers/project-name';
import { STANDING_WORDS } from '@/domain/support-promise/outlives';
import { formatDay } from '@/lib/dates';
import { formatCount } from '@/lib/numbers';
import type { ListedPromise } from './types';

/** Under which the reader's columns are kept. */
export const PROMISES_TABLE = 'support-promises';

/** The list of promises, the one that ends first first. */
export const PROMISE_COLUMNS: readonly TableColumn<ListedPromise>[] = [
  {
    id: 'product',
    header: 'Product',
    primary: true,
    cell: ({ product_name: name, project }) => name ?? projectTitle(project.name).title,
  },
  {
    id: 'project',
    header: 'Project',
    widthPx: { least: 140, share: 18, most: 300 },
    card: 'line',
    cell: ({ project }) => projectTitle(project.name).title,
  },
  {
    id: 'owner',
    header: 'Owner',
    widthPx: 130,
    cell: ({ owner }) => owner?.name ?? <span className="text-muted">Nobody</span>,
  },
  {
    id: 'until',
    header: 'Supported until',
    widthPx: 140,
    cell: ({ promised_until: until }) => formatDay(until),
  },
  {
    id: 'earlier',
    header: STANDING_WORDS.earlier,
    align: 'end',
    widthPx: 110,
    cell: ({ counts }) => formatCount(counts.earlier),
  },
  {
    id: 'unknown',
    header: STANDING_WORDS.unknown,
    align: 'end',
    widthPx: 120,
    cell: ({ counts }) => formatCount(counts.unknown),
  },
  {
    id: 'lasts',
    header: STANDING_WORDS.lasts,
    align: 'end',
    widthPx: 80,
    cell: ({ counts }) => formatCount(counts.lasts),
  },
  {
    id: 'first',
    header: 'First end',
    widthPx: 120,
    cell: ({ first_end: day }) =>
      day === null ? <span className="text-muted">Not known</span> : formatDay(day),
  },
];
