import { createNote } from './create-note';
import { deleteNote } from './delete-note';
import { listNotes } from './list-notes';
import { patchNote } from './patch-note';

/** What REST serves; the dashboard needs nothing more. */
export const noteRest = {
  list: listNotes,
  create: createNote,
  patch: patchNote,
  delete: deleteNote,
};
