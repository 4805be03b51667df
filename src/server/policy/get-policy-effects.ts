import { z } from 'zod';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { day } from '@/server/platform/trpc/outputs';
import { runningCounts } from './dto';
import { imageCounts } from './preview-policy';
import { effectsOfPolicies } from './service/outlook';
import { permittedToList } from '@/server/platform/trpc/init';

export const policyEffectsOutput = z.object({
  today: day,
  running: runningCounts,
  /** All images by what all policies together do to them today. */
  counts: imageCounts,
  /** EOL policies, first the one that decides first. */
  policies: z.array(
    z.object({
      policyId: z.guid(),
      /** The images on which this policy decides today. */
      denied: z.number().int().min(0),
      warned: z.number().int().min(0),
      /** The next day on which it begins to decide on some software, or more severely. */
      next: z.object({ on: day, action: z.enum(POLICY_ACTIONS) }).nullable(),
    }),
  ),
});

/** Reports what each policy does to images today, and when it next does more. */
export const policyEffects = permittedToList('inventory:read')
  .output(policyEffectsOutput)
  .query(({ ctx }) => effectsOfPolicies(ctx.deps, ctx.principal.organizationId));
