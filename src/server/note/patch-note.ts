import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { MAX_NOTE_LENGTH } from './create-note';
import { noteRecord } from './dto';
import { patchNote as patch } from './service/notes';
import { permitted } from '@/server/platform/trpc/init';

export const patchNoteInput = z.object({
  id: recordId,
  body: z
    .object({ note_content: storedText(MAX_NOTE_LENGTH).nullable() })
    .meta({ id: 'NotesPatchModel' }),
});

export const patchNoteOutput = noteRecord;

export const patchNoteMeta = rest({
  method: 'PATCH',
  path: '/notes/{id}',
  summary: 'Change a note',
  description: 'Null clears its text.',
  tag: 'Notes',
  errors: [404],
  body: 'json',
});

export const patchNote = permitted('note:write')
  .meta(patchNoteMeta)
  .input(patchNoteInput)
  .output(patchNoteOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    patch(ctx.deps, ctx.principal, id, body.note_content),
  );
