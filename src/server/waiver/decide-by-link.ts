import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { decisionFields } from './decide-waiver';
import { linkToken, waiverRecord } from './dto';
import { decideByLink as decide } from './service/link';

/** Open to the person that the link was mailed to, who need not be signed in. A mutation: opening a link is none. */
export const decideByLink = publicProcedure
  .input(z.object({ token: linkToken, ...decisionFields }))
  .output(waiverRecord)
  .mutation(({ ctx, input: { token, decision, version, note } }) => {
    const { requestId, remoteAddress, caller } = ctx;
    const shown = { token, caller, origin: { requestId, remoteAddress } };
    return decide(ctx.deps, shown, { decision, version, note: note?.trim() || null });
  });
