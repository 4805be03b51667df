'use client';

import dynamic from 'next/dynamic';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { ViewMenu } from '@/components/data-table/view-menu';
import { PageHeader } from '@/components/layout/page-header';
import { TotalCount } from '@/components/layout/total-count';
import { Stack } from '@/components/layout/stack';
import { Button } from '@/components/ui/button';
import { useMay } from '@/features/frame/reader';
import { useTRPC } from '@/trpc/client';
import { NOTE_COLUMNS } from './columns';
import { NoNotes } from './no-notes';
import { sortIn, toSortParams } from './notes-sort';
import { NotesResults, NOTES_TABLE } from './notes-results';
import { notesExportHref, isFiltered, notesHref, toNotesQuery } from './search-params';
import { useNotesParams } from './use-notes-params';

/** Fetched when they are first asked for. */
const NotePanel = dynamic(() => import('./note-panel').then((module) => module.NotePanel), {
  ssr: false,
});
const NewNoteDialog = dynamic(
  () => import('./new-note-dialog').then((module) => module.NewNoteDialog),
  { ssr: false },
);

/** All notes, one a product. */
export function NotesView() {
  const { params, setParams } = useNotesParams();
  const mayWrite = useMay('note:write');
  const notes = useQuery({
    ...useTRPC().note.listForDashboard.queryOptions(toNotesQuery(params)),
    placeholderData: keepPreviousData,
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
