import { deleteNote as remove } from '@/server/note/service';
import { permitted } from '../init';
import { deleteNoteInput, deleteNoteMeta, deleteNoteOutput } from './delete-note.schema';

export const deleteNote = permitted('note:write')
  .meta(deleteNoteMeta)
  .input(deleteNoteInput)
  .output(deleteNoteOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
