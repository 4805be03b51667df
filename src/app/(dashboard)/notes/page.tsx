import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadNotesParams, toNotesQuery } from '@/features/note/params';
import { NotesView } from '@/features/note/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Notes' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function NotesPage({ searchParams }: Props) {
  await requirePagePrincipal();
  const query = toNotesQuery(await loadNotesParams(searchParams));
  await pageQueryClient().prefetchQuery(trpc.note.listForDashboard.queryOptions(query));
  return (
    <Hydrated>
      <NotesView />
    </Hydrated>
  );
}
