import { effectsOfPolicies } from '@/server/policy/outlook/effects';
import { permitted } from '../init';
import { policyEffectsOutput } from './policy-effects.schema';

/** What each policy does to images today, and when next. */
export const policyEffects = permitted('inventory:read')
  .output(policyEffectsOutput)
  .query(({ ctx }) => effectsOfPolicies(ctx.deps, ctx.principal.organizationId));
