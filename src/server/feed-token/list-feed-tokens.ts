import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { feedTokenRecord } from './dto';
import { listFeedTokens as list } from './service';

/** Lists the feed tokens, newest first. */
export const listFeedTokens = permitted('inventory:read')
  .output(z.array(feedTokenRecord.extend({ may_revoke: z.boolean() })))
  .query(({ ctx }) => list(ctx.deps, ctx.principal));
