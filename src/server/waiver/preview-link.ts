import { z } from 'zod';
import { publicProcedure } from '@/server/platform/trpc/init';
import { linkToken, waiverRecord } from './dto';
import { previewLink as preview } from './service/link';

/** Shows what a mailed link asks to be decided. Open to whoever has it, and decides nothing. */
export const previewLink = publicProcedure
  .input(z.object({ token: linkToken }))
  .output(z.object({ organizationName: z.string(), decider: z.string(), waiver: waiverRecord }))
  .query(({ ctx, input: { token } }) => {
    const { requestId, remoteAddress, caller } = ctx;
    return preview(ctx.deps, { token, caller, origin: { requestId, remoteAddress } });
  });
