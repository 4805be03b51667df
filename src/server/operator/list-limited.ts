import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { listLimited } from '@/server/platform/limits/limited';
import { operatorProcedure } from '@/server/platform/trpc/init';
import { instant } from '@/server/platform/trpc/outputs';

export const listLimitedOutput = pageOf(
  z.object({
    id: z.string(),
    limit: z.string(),
    count: z.number().int(),
    network: z.string().nullable(),
    account: z.object({ name: z.string(), email: z.string() }).nullable(),
    organization: z.string().nullable(),
    /** Whether it is about an address of which no account is known. */
    is_unknown_address: z.boolean(),
    until: instant,
    is_over: z.boolean(),
  }),
);

/** Lists the callers whom a limit holds back now. */
export const listLimitedCallers = operatorProcedure
  .input(z.object(pageInput))
  .output(listLimitedOutput)
  .query(({ ctx, input }) => listLimited(ctx.deps, input));
