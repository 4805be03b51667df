'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { DataTable } from '@/components/data-table/data-table';
import { Loading } from '@/components/feedback/loading';
import { NoResults } from '@/components/feedback/no-results';
import { PastTheEnd } from '@/components/feedback/past-the-end';
import { Pagination } from '@/components/ui/pagination';
import { CallFailure } from '@/features/frame/call-failure';
import type { Outputs } from '@/trpc/outputs';
import { NOTE_COLUMNS } from './columns';
import { sortIn, toSortParams } from './notes-sort';
import { notesHref } from './search-params';
import type { NotesState } from './use-notes-params';

/** Under which the browser keeps the reader's columns. */
export const NOTES_TABLE = 'notes';

type NotesQuery = Pick<
  UseQueryResult<Outputs['note']['listForDashboard'], unknown>,
  'data' | 'error' | 'isFetching' | 'isPlaceholderData' | 'refetch'
>;

/** The notes of one page, each row a link to its panel. */
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
