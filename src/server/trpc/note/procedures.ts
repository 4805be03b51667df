import { createNote } from './create-note';
import { deleteNote } from './delete-note';
import { listDashboardNotes } from './list-dashboard-notes';
import { listNotes } from './list-notes';
import { patchNote } from './patch-note';

/** What REST serves. */
export const noteRest = {
  list: listNotes,
  create: createNote,
  patch: patchNote,
  delete: deleteNote,
};

/** What only the dashboard needs. */
export const noteDashboard = { listForDashboard: listDashboardNotes };
