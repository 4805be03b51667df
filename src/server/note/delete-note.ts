import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { noteRecord } from './dto';
import { deleteNote as remove } from './service/notes';
import { permitted } from '@/server/platform/trpc/init';

export const deleteNoteInput = z.object({ id: recordId });

export const deleteNoteOutput = noteRecord;

export const deleteNoteMeta = rest({
  method: 'DELETE',
  path: '/notes/{id}',
  summary: 'Delete a note',
  description: 'Answers with the deleted note.',
  tag: 'Notes',
  errors: [404],
});

export const deleteNote = permitted('note:write')
  .meta(deleteNoteMeta)
  .input(deleteNoteInput)
  .output(deleteNoteOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
