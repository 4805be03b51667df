import { listNotes as list } from '@/server/note/service';
import { permitted } from '../init';
import { listNotesMeta, listNotesOutput } from './list-notes.schema';

export const listNotes = permitted('note:read')
  .meta(listNotesMeta)
  .output(listNotesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
