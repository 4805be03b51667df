import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { ownInbox, unreadOf } from './service/entries';

/** How much the reader has not read, for the frame of every page. */
export const summarizeInbox = permitted('organization:read')
  .output(z.object({ unread: z.number().int().min(0) }))
  .query(async ({ ctx }) => ({ unread: await unreadOf(ctx.deps, ownInbox(ctx.principal)) }));
