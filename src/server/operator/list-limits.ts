import { z } from 'zod';
import { listLimits } from '@/server/platform/limits/limited';
import { operatorProcedure } from '@/server/platform/trpc/init';

export const listLimitsOutput = z.object({
  items: z.array(
    z.object({
      /** Name of the count and of its callers: `invitation:person`. */
      name: z.string(),
      points: z.number().int(),
      seconds: z.number().int(),
      /** Seconds that a caller who goes on failing waits at most; null where the count itself ends the matter. */
      max_wait_seconds: z.number().int().nullable(),
      /** The variable that sets it; null: it is fixed. */
      variable: z.string().nullable(),
    }),
  ),
});

export const listInstallationLimits = operatorProcedure
  .output(listLimitsOutput)
  .query(({ ctx }) => listLimits(ctx.deps));
