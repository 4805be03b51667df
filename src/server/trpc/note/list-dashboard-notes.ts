import { listNotesForDashboard } from '@/server/note/dashboard';
import { permitted } from '../init';
import { listDashboardNotesInput, listDashboardNotesOutput } from './list-dashboard-notes.schema';

/** The notes table: what REST lists, in pages, with the number of images each note concerns. */
export const listDashboardNotes = permitted('note:read')
  .input(listDashboardNotesInput)
  .output(listDashboardNotesOutput)
  .query(({ ctx, input }) => listNotesForDashboard(ctx.deps, ctx.principal.organizationId, input));
