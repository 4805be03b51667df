'use client';

import { useCallback, type ReactNode } from 'react';
import dynamic from 'next/dynamic';
import { useQuery } from '@tanstack/react-query';
import { useQueryStates, type Nullable } from 'nuqs';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { ViewMenu } from '@/components/data-table/view-menu';
import { NoData } from '@/components/feedback/no-data';
import { TotalCount, PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { keepRows } from '@/features/frame/kept-rows';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import {
  notesExportHref,
  isFiltered,
  notesHref,
  toNotesQuery,
  notesParsers,
  type NotesParams,
} from './params';
import { NOTE_COLUMNS, sortIn, toSortParams, NotesResults, NOTES_TABLE } from './table';

/** Loaded when first asked for. */
const NotePanel = dynamic(() => import('./detail/view').then((module) => module.NotePanel), {
  ssr: false,
});
const NewNoteDialog = dynamic(() => import('./form').then((module) => module.NewNoteDialog), {
  ssr: false,
});

/** Shows all notes, one per product. */
export function NotesView() {
  const { params, setParams } = useNotesParams();
  const mayWrite = useMay('note:write');
  const notes = useQuery({
    ...useTRPC().note.listForDashboard.queryOptions(toNotesQuery(params)),
    placeholderData: keepRows,
  });
  const { data } = notes;
  const isEmpty = data?.total === 0 && !notes.isPlaceholderData && !isFiltered(params);
  const write = mayWrite && (
    <Button variant="primary" onClick={() => setParams({ new: true })}>
      Write a note
    </Button>
  );
  return (
    <Stack>
      <PageHeader
        title="Notes"
        aside={<TotalCount count={data?.total} />}
        actions={!isEmpty && write}
      />
      {isEmpty ? (
        <NoNotes action={write} />
      ) : (
        <>
          <Filters params={params} setParams={setParams} />
          <NotesResults params={params} setParams={setParams} notes={notes} />
        </>
      )}
      {params.note !== null && (
        <NotePanel
          key={params.note}
          noteId={params.note}
          listed={data?.items.find(({ id }) => id === params.note) ?? null}
          closeHref={notesHref({ ...params, note: null })}
          onGone={() => setParams({ note: null })}
        />
      )}
      {mayWrite && params.new && (
        <NewNoteDialog
          onClose={() => setParams({ new: null })}
          onWritten={(note) => setParams({ new: null, note })}
        />
      )}
    </Stack>
  );
}

function Filters({ params, setParams }: NotesState) {
  return (
    <FilterBar
      label="Filter notes"
      active={isFiltered(params)}
      onClear={() => setParams({ q: null, page: null })}
      trailing={
        <ViewMenu
          name={NOTES_TABLE}
          columns={NOTE_COLUMNS}
          sort={sortIn(params)}
          onSortChange={(sort) => setParams(toSortParams(sort))}
          exportHref={notesExportHref(params)}
        />
      }
    >
      <SearchInput
        label="Search notes"
        value={params.q}
        onChange={(q) => setParams({ q, page: null })}
      />
    </FilterBar>
  );
}

/** Shows what notes are for while there is none. */
function NoNotes({ action }: { action: ReactNode }) {
  return (
    <NoData
      title="What your organization knows of a product, said once for all its images."
      picture={<Sample />}
      action={action}
    >
      Nobody has written a note yet.
    </NoData>
  );
}

const SAMPLES = [
  ['Node.js', 'Moves to 24 with the October release'],
  ['Debian', 'Extended support is paid until June'],
  ['Redis', 'Replaced by Valkey, ask the platform team'],
] as const;

function Sample() {
  return (
    <div className="rounded-md border bg-surface text-left text-sm">
      {SAMPLES.map(([product, text]) => (
        <div
          key={product}
          className="flex h-9 min-w-0 items-center gap-4 border-b px-3 last:border-b-0"
        >
          <span className="w-20 shrink-0">{product}</span>
          <span className="min-w-0 truncate">{text}</span>
        </div>
      ))}
    </div>
  );
}

export interface NotesState {
  readonly params: NotesParams;
  readonly setParams: (changes: Partial<Nullable<NotesParams>>) => void;
}

/** Reads and writes the list's state in the URL. Each change is a history entry, so that Back undoes it. */
function useNotesParams(): NotesState {
  const [params, write] = useQueryStates(notesParsers, { history: 'push', scroll: false });
  const setParams = useCallback<NotesState['setParams']>((changes) => void write(changes), [write]);
  return { params, setParams };
}
