import { z } from 'zod';
import { MESSAGE_KINDS } from '@/domain/message/kinds';
import { pageInput } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { inboxPage } from './dto';
import { listInbox, ownInbox } from './service/entries';

/** What concerns the reader in the organization in which they act, the newest first. */
export const listEntries = permitted('organization:read')
  .input(
    z.object({
      ...pageInput,
      kind: z.enum(MESSAGE_KINDS).nullable().default(null),
      unread: z.boolean().default(false),
    }),
  )
  .output(inboxPage)
  .query(({ ctx, input: { kind, unread, ...page } }) =>
    listInbox(ctx.deps, ownInbox(ctx.principal), { kind, unread }, page),
  );
