import { z } from 'zod';
import { readerIdOf } from '@/server/platform/auth/principal';
import { ownedInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { countPlansByState as count } from './service/list';

const plans = z.number().int();

export const getPlanCountsOutput = z.object({
  planned: plans,
  under_way: plans,
  done: plans,
  found_again: plans,
  /** Of whatever state but done. */
  overdue: plans,
});

/** Counts the plans, or those of an owner, by where they stand. */
export const getPlanCounts = permittedToList('plan:read')
  .input(ownedInput)
  .output(getPlanCountsOutput)
  .query(({ ctx, input }) =>
    count(ctx.deps, ctx.principal.organizationId, {
      owner: input.owner,
      readerId: readerIdOf(ctx.principal),
    }),
  );
