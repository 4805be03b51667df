'use client';

import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { statusOf } from '@/trpc/query-client';

/**
 * Invalidates all queries that show notes.
 * @param onChanged for pages that were rendered on the server and show them too
 */
function useInvalidateNotes(onChanged?: () => void): () => void {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => {
    onChanged?.();
    for (const noun of [trpc.note, trpc.software, trpc.image]) {
      void queryClient.invalidateQueries(noun.pathFilter());
    }
  };
}

interface NoteText {
  readonly productName: string;
  readonly text: string;
  /** Note to change; null writes a new one. */
  readonly noteId: string | null;
}

/**
 * Writes the note on a product, or changes it.
 * @param onChanged called when notes may have changed
 */
export function useSaveNote(onChanged?: () => void) {
  const { note } = useTRPC();
  const refresh = useInvalidateNotes(onChanged);
  const create = useMutation(note.create.mutationOptions());
  const patch = useMutation(note.patch.mutationOptions());
  const others = useRef<string | null>(null);
  return useMutation({
    mutationFn: ({ productName, text, noteId }: NoteText) => {
      const id = noteId ?? others.current;
      return id === null
        ? create.mutateAsync({ body: newNote(productName, text, null) })
        : patch.mutateAsync({ id, body: { note_content: text } });
    },
    onError: (error) => {
      // Where the page does not show that note, saving again could not put this one in its place.
      others.current = noteIn(error);
    },
    // Also after a failure: another note may be the reason.
    onSettled: refresh,
  });
}

/** Says why a note was not saved, and what saving again will do. */
export function reasonNotSaved(error: unknown, noteId: string | null): string {
  switch (statusOf(error)) {
    case 409:
      if (noteIn(error) === null) return `${messageOf(error)}. Nothing was saved.`;
      return 'Somebody has written a note on it meanwhile. Save again to put yours in its place.';
    case 404:
      return noteId === null
        ? 'No image has ever held this product. Nothing was saved.'
        : 'The note was deleted meanwhile. Save again to write it once more.';
    case 403:
      return 'Your role does not allow it any more. Nothing was saved.';
    default:
      return 'The note was not saved. Your text is still here: try again.';
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');

/** Reads which note a product has already, from the refusal of another one; null from any other. */
function noteIn(error: unknown): string | null {
  if (statusOf(error) !== 409) return null;
  return /already has the note ([0-9a-f-]{36})$/.exec(messageOf(error))?.[1] ?? null;
}

/**
 * Deletes a note at once, and offers to undo that.
 * @param onChanged called when notes have changed
 */
export function useDeleteNote(onDeleted: () => void, onChanged?: () => void) {
  const { note } = useTRPC();
  const refresh = useInvalidateNotes(onChanged);
  const restore = useMutation({
    ...note.create.mutationOptions(),
    onSuccess: refresh,
    onError: (error) =>
      toast.error(
        statusOf(error) === 409
          ? 'Somebody has written a new note on it meanwhile.'
          : 'The note could not be brought back.',
      ),
  });
  return useMutation({
    ...note.delete.mutationOptions(),
    onSuccess: (deleted) => {
      onDeleted();
      refresh();
      const { product_name: productName, note_content: text, user_profile: author } = deleted;
      toast(`The note on ${productName} is deleted.`, {
        action: {
          label: 'Undo',
          onClick: () => restore.mutate({ body: newNote(productName, text ?? '', author) }),
        },
      });
    },
    onError: () => toast.error('The note could not be deleted. Nothing was changed.'),
  });
}

function newNote(productName: string, text: string, author: string | null) {
  return { note_content: text, eol_software: productName, user_profile: author };
}
