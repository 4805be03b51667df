import { z } from 'zod';
import { MESSAGE_KINDS } from '@/domain/message/kinds';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { ownInbox, readEntries } from './service/entries';

const MAX_IDS = 100;

/** Marks messages of the reader's as read: these, or all that they were shown. */
export const updateEntries = permitted('organization:read')
  .input(
    z.object({
      ids: z.array(recordId).max(MAX_IDS).nullable(),
      /** Of all only those of a kind. */
      kind: z.enum(MESSAGE_KINDS).nullable().default(null),
      /** Of all only what is not newer than this message. */
      until: recordId.nullable().default(null),
    }),
  )
  .mutation(({ ctx, input }) => readEntries(ctx.deps, ownInbox(ctx.principal), input));
