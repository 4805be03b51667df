import { getPolicy as get } from '@/server/policy/service';
import { permitted } from '../init';
import { getPolicyInput, getPolicyMeta, getPolicyOutput } from './get-policy.schema';

export const getPolicy = permitted('policy:read')
  .meta(getPolicyMeta)
  .input(getPolicyInput)
  .output(getPolicyOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
