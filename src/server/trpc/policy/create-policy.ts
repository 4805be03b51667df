import { createPolicy as create } from '@/server/policy/service';
import { permitted } from '../init';
import { createPolicyInput, createPolicyMeta, createPolicyOutput } from './create-policy.schema';
import { policyFieldsOf } from './policy-body.schema';

export const createPolicy = permitted('policy:write')
  .meta(createPolicyMeta)
  .input(createPolicyInput)
  .output(createPolicyOutput)
  .mutation(({ ctx, input }) => create(ctx.deps, ctx.principal, policyFieldsOf(input.body)));
