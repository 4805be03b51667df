import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { noteRecord } from './dto';
import { createNote as create } from './service/notes';
import { permitted } from '@/server/platform/trpc/init';

export const MAX_NOTE_LENGTH = 10_000;
/** As long as the names of products that scans bring. */
const MAX_PRODUCT_LENGTH = 1_024;
const MAX_PROFILE_LENGTH = 255;

export const createNoteInput = z.object({
  body: z
    .object({
      note_content: storedText(MAX_NOTE_LENGTH),
      eol_software: storedText(MAX_PRODUCT_LENGTH).describe(
        'The id of a finding of the product, or the product’s name to the letter',
      ),
      user_profile: storedText(MAX_PROFILE_LENGTH)
        .nullable()
        .describe('Who writes it; null for the signed-in person’s name'),
    })
    .meta({ id: 'NotesModel' }),
});

export const createNoteOutput = noteRecord;

export const createNoteMeta = rest({
  method: 'POST',
  path: '/notes',
  summary: 'Write a note on a product',
  description:
    'It is shown on all findings of the product. A product that has a note is a 409 that names it.',
  tag: 'Notes',
  errors: [404, 409],
  success: 201,
  body: 'json',
});

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
