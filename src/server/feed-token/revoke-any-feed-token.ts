import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { revokeFeedToken as revoke } from './service';

export const revokeAnyFeedTokenInput = z.object({ id: recordId });

export const revokeAnyFeedTokenOutput = z.void();

export const revokeAnyFeedTokenMeta = rest({
  method: 'DELETE',
  path: '/feed_tokens/{id}',
  summary: 'Revoke the addresses of feeds',
  description:
    'For good and at once: whatever reads them is answered 404. By API admins do; in the dashboard whoever made them may as well.',
  tag: 'Feeds',
  errors: [404],
  success: 204,
});

export const revokeAnyFeedToken = permitted('organization:manage')
  .meta(revokeAnyFeedTokenMeta)
  .input(revokeAnyFeedTokenInput)
  .output(revokeAnyFeedTokenOutput)
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
