import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { feedTokenExample, feedTokenRecord } from './dto';
import { listFeedTokens as list } from './service';

export const listFeedTokensOutput = z.array(
  feedTokenRecord
    .extend({ may_revoke: z.boolean().describe('Whether the caller may') })
    .meta({ id: 'ListedFeedToken', example: { ...feedTokenExample, may_revoke: true } }),
);

export const listFeedTokensMeta = rest({
  method: 'GET',
  path: '/feed_tokens',
  summary: 'List the addresses of feeds',
  description:
    'All of the organization, the newest first, also those that have expired. None of them is shown: only how its token begins.',
  tag: 'Feeds',
});

export const listFeedTokens = permitted('inventory:read')
  .meta(listFeedTokensMeta)
  .output(listFeedTokensOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal));
