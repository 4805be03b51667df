import { pageQueryClient, trpc } from '@/trpc/server';
import { toNotesQuery, type NotesParams } from './search-params';

/** Reads what the notes list shows first. A failure is not thrown here: the browser tries again. */
export async function prefetchNotes(params: NotesParams): Promise<void> {
  await pageQueryClient().prefetchQuery(
    trpc.note.listForDashboard.queryOptions(toNotesQuery(params)),
  );
}
