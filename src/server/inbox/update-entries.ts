import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { ownInbox, readEntries } from './service/entries';

const MAX_IDS = 100;

/** Marks messages of the reader's as read, or all of them. */
export const updateEntries = permitted('organization:read')
  .input(z.object({ ids: z.array(recordId).max(MAX_IDS).nullable() }))
  .mutation(({ ctx, input: { ids } }) => readEntries(ctx.deps, ownInbox(ctx.principal), ids));
