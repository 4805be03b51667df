import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { revokeFeedToken as revoke } from './service';

export const revokeFeedTokenInput = z.object({ id: recordId });

export const revokeFeedTokenOutput = z.void();

export const revokeFeedTokenMeta = rest({
  method: 'DELETE',
  path: '/feed_tokens/{id}',
  summary: 'Revoke the addresses of feeds',
  description:
    'For good and at once: whatever reads them is answered 404. Whoever made them may, also who may make none any more, and admins each.',
  tag: 'Feeds',
  errors: [404],
  success: 204,
});

export const revokeFeedToken = permitted('inventory:read')
  .meta(revokeFeedTokenMeta)
  .input(revokeFeedTokenInput)
  .output(revokeFeedTokenOutput)
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
