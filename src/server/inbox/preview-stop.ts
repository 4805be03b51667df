import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { previewStop as preview } from './service/unsubscribe';
import { stoppable, stopTokenText } from './service/unsubscribe-token';

/** Shows what a mailed link stops. Open to whoever has it, and stops nothing. */
export const previewStop = publicProcedure
  .input(z.object({ token: stopTokenText }))
  .output(z.object({ organizationName: z.string(), what: stoppable, isStopped: z.boolean() }))
  .query(({ ctx, input: { token } }) => preview(ctx.deps, token));
