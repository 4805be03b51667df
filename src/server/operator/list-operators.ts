import { z } from 'zod';
import { operatorProcedure } from '@/server/platform/trpc/init';
import { listOperators } from './service';

export const listOperatorsOutput = z.object({
  items: z.array(
    z.object({
      id: z.guid(),
      name: z.string(),
      email: z.string(),
      /** Named by the configuration alone, and one for as long as that does. */
      is_configured: z.boolean(),
    }),
  ),
  /** Addresses that the configuration names without effect: nobody has them, or has not proven them. */
  waiting: z.array(z.object({ email: z.string(), has_account: z.boolean() })),
});

export const listInstallationOperators = operatorProcedure
  .output(listOperatorsOutput)
  .query(({ ctx }) => listOperators(ctx.deps));
