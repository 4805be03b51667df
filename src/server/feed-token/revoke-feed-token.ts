import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { revokeFeedToken as revoke } from './service';

/** Revokes a feed token for good and at once. Whoever may no longer make one may still revoke their own. */
export const revokeFeedToken = permitted('inventory:read')
  .input(z.object({ id: recordId }))
  .output(z.void())
  .mutation(({ ctx, input }) => revoke(ctx.deps, ctx.principal, input.id));
