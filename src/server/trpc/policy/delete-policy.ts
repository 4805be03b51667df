import { deletePolicy as remove } from '@/server/policy/service';
import { permitted } from '../init';
import { deletePolicyInput, deletePolicyMeta, deletePolicyOutput } from './delete-policy.schema';

export const deletePolicy = permitted('policy:write')
  .meta(deletePolicyMeta)
  .input(deletePolicyInput)
  .output(deletePolicyOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
