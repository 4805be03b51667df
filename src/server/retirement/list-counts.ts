import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { instant } from '@/server/platform/trpc/outputs';
import { retiredCounts } from './service/retirements';

export const listCountsInput = z.object({ projectId: recordId.nullish() });

export const listCountsOutput = z.object({
  /** Images that are retired now. */
  total: z.number().int(),
  /** Those of them that rules retired. */
  byRules: z.number().int(),
  /** When a rule last did; null: none of them. */
  latestByRulesDate: instant.nullable(),
});

/** Counts what is retired, and so counts nowhere else. */
export const listCounts = permittedToList('inventory:read')
  .input(listCountsInput)
  .output(listCountsOutput)
  .query(({ ctx, input }) =>
    retiredCounts(ctx.deps, ctx.principal.organizationId, input.projectId ?? null),
  );
