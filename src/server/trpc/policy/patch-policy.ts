import { patchPolicy as patch } from '@/server/policy/service';
import { permitted } from '../init';
import { patchPolicyInput, patchPolicyMeta, patchPolicyOutput } from './patch-policy.schema';
import { writtenFields } from './policy-body.schema';

export const patchPolicy = permitted('policy:write')
  .meta(patchPolicyMeta)
  .input(patchPolicyInput)
  .output(patchPolicyOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    patch(ctx.deps, ctx.principal, id, {
      ...writtenFields(body),
      scope: body.policy_scope ?? undefined,
      type: body.policy_type ?? undefined,
    }),
  );
