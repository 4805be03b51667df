import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { noteRecord } from './dto';
import { listNotes as list } from './service/notes';
import { permittedToList } from '@/server/platform/trpc/init';

export const listNotesOutput = z.array(noteRecord);

export const listNotesMeta = rest({
  method: 'GET',
  path: '/notes',
  summary: 'List notes',
  description:
    'All notes of the organization, one a product and 1,000 at most. By product, without regard to case, then id.',
  tag: 'Notes',
});

export const listNotes = permittedToList('note:read')
  .meta(listNotesMeta)
  .output(listNotesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
