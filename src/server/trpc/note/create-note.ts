import { createNote as create } from '@/server/note/service';
import { permitted } from '../init';
import { createNoteInput, createNoteMeta, createNoteOutput } from './create-note.schema';

export const createNote = permitted('note:write')
  .meta(createNoteMeta)
  .input(createNoteInput)
  .output(createNoteOutput)
  .mutation(({ ctx, input: { body } }) =>
    create(ctx.deps, ctx.principal, {
      content: body.note_content,
      eolSoftware: body.eol_software,
      userProfile: body.user_profile,
    }),
  );
