import { patchNote as patch } from '@/server/note/service';
import { permitted } from '../init';
import { patchNoteInput, patchNoteMeta, patchNoteOutput } from './patch-note.schema';

export const patchNote = permitted('note:write')
  .meta(patchNoteMeta)
  .input(patchNoteInput)
  .output(patchNoteOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    patch(ctx.deps, ctx.principal, id, body.note_content),
  );
