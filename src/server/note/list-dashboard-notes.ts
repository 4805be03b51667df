import { z } from 'zod';
import { NOTE_SORTS } from '@/domain/note/list';
import { pageInput, pageOf } from '@/domain/pagination';
import { SORT_DIRECTIONS } from '@/domain/list';
import { listNotesForDashboard } from './service/dashboard';
import { recordId, searchInput } from '@/server/platform/trpc/inputs';
import { instant } from '@/server/platform/trpc/outputs';
import { permittedToList } from '@/server/platform/trpc/init';

export const listDashboardNotesInput = z.object({
  search: searchInput('the product’s name, the text and its author'),
  /** This note alone. */
  noteId: recordId.nullish(),
  sort: z.enum(NOTE_SORTS).default('product'),
  direction: z.enum(SORT_DIRECTIONS).default('asc'),
  ...pageInput,
});

export const listDashboardNotesOutput = pageOf(
  z.object({
    id: z.guid(),
    productName: z.string(),
    /** Null when it was cleared. */
    noteContent: z.string().nullable(),
    userProfile: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
    /** Images that hold the product now. */
    images: z.number().int(),
  }),
);

/** Lists the notes that REST lists, in pages, with the number of images each note concerns. */
export const listDashboardNotes = permittedToList('note:read')
  .input(listDashboardNotesInput)
  .output(listDashboardNotesOutput)
  .query(({ ctx, input }) => listNotesForDashboard(ctx.deps, ctx.principal.organizationId, input));
