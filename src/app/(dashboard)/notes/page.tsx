import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { NotesView } from '@/features/note/notes-view';
import { prefetchNotes } from '@/features/note/prefetch-notes';
import { loadNotesParams } from '@/features/note/search-params';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Notes' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function NotesPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchNotes(await loadNotesParams(searchParams));
  return (
    <Hydrated>
      <NotesView />
    </Hydrated>
  );
}
