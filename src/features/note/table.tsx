'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { TableSort, TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { PastTheEnd, NoResults } from '@/components/feedback/no-results';
import { DateTime } from '@/components/status/date-time';
import { CountLink } from '@/components/ui/count-link';
import { Pagination } from '@/components/ui/pagination';
import { NOTE_SORTS } from '@/domain/note/list';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import type { Outputs } from '@/trpc/outputs';
import { notesHref, type NotesParams } from './params';
import type { NotesState } from './view';

/** Name under which the reader's columns are kept. */
export const NOTES_TABLE = 'notes';

type NotesQuery = Pick<
  UseQueryResult<Outputs['note']['listForDashboard'], unknown>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

/** Lists one page of notes; each row links to its panel. */
export function NotesResults({ params, setParams, notes }: NotesState & { notes: NotesQuery }) {
  if (notes.error) return <CallFailure title="The notes could not be loaded." query={notes} />;
  if (!notes.data) return <Loading label="Loading notes" columns={5} />;
  const { items, total } = notes.data;
  if (total === 0) {
    return (
      <NoResults
        title={`No note matches “${params.q.trim()}”.`}
        onClear={() => setParams({ q: null, page: null })}
      />
    );
  }
  const page = {
    page: params.page,
    size: params.size,
    total,
    noun: 'notes',
    hrefFor: (number: number, size: number) => notesHref({ ...params, page: number, size }),
    onChange: (number: number, size: number) => setParams({ page: number, size }),
  };
  if (items.length === 0) return <PastTheEnd {...page} />;
  return (
    <>
      <DataTable
        name={NOTES_TABLE}
        label="Notes"
        columns={NOTE_COLUMNS}
        rows={items}
        rowId={({ id }) => id}
        rowHref={({ id }) => notesHref({ ...params, note: id })}
        opensBeside
        selectedId={params.note}
        sort={sortIn(params)}
        sortHref={(sort) => notesHref({ ...params, ...toSortParams(sort) })}
        onSortChange={(sort) => setParams(toSortParams(sort))}
        loading={notes.isPlaceholderData}
      />
      <Pagination {...page} />
    </>
  );
}

/** Returns the order in the URL as the table's sort. */
export function sortIn({ sort, dir }: NotesParams): TableSort {
  return { by: sort, direction: dir };
}

/** Turns the table's sort into changes of the URL, back to the first page. */
export function toSortParams({ by, direction }: TableSort) {
  const sort = NOTE_SORTS.find((known) => known === by);
  return { sort, dir: direction, page: 1 };
}

/** Row of the notes list. */
export type ListedNote = Outputs['note']['listForDashboard']['items'][number];

/** Columns of the notes list. Ids of sortable ones are the sorts of `note.listForDashboard`. */
export const NOTE_COLUMNS: readonly TableColumn<ListedNote>[] = [
  {
    id: 'product',
    header: 'Product',
    sortable: true,
    primary: true,
    widthPx: 220,
    cell: ({ productName }) => productName,
  },
  {
    id: 'text',
    header: 'Note',
    card: 'line',
    cell: ({ noteContent }) =>
      noteContent === null ? (
        <span className="text-subtle">Its text was cleared</span>
      ) : (
        <span className="line-clamp-2 wrap-anywhere whitespace-normal max-sm:line-clamp-none">
          {noteContent}
        </span>
      ),
  },
  {
    id: 'author',
    header: 'Author',
    widthPx: 160,
    cell: ({ userProfile }) => userProfile ?? <span className="text-subtle">Unknown</span>,
  },
  {
    id: 'updated',
    header: 'Updated',
    sortable: true,
    firstSort: 'desc',
    widthPx: 120,
    cell: ({ updatedAt }) => <DateTime value={updatedAt} show="ago" />,
  },
  {
    id: 'images',
    header: 'Images affected',
    align: 'end',
    widthPx: 140,
    cell: ({ productName, images }) => (
      <CountLink value={images} noun="image" href={hrefs.images({ product: productName })} />
    ),
  },
];
