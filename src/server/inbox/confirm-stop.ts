import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { stopMail } from './service/unsubscribe';
import { stopTokenText } from './service/unsubscribe-token';

/** Stops what a mailed link is for. Open to whoever has the link: it stops one person's mail alone. */
export const confirmStop = publicProcedure
  .input(z.object({ token: stopTokenText }))
  .mutation(({ ctx, input: { token } }) => stopMail(ctx.deps, token));
