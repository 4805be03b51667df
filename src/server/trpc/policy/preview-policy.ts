import { previewPolicy as preview } from '@/server/policy/preview/service';
import { permitted } from '../init';
import { policyFieldsOf } from './policy-body.schema';
import { previewPolicyInput, previewPolicyOutput } from './preview-policy.schema';

/** What a new, edited or deleted policy would do, for whoever may write policies. */
export const previewPolicy = permitted('policy:write')
  .input(previewPolicyInput)
  .output(previewPolicyOutput)
  .query(({ ctx, input: { policyId, body } }) =>
    preview(ctx.deps, ctx.principal.organizationId, {
      policyId,
      fields: body && policyFieldsOf(body),
    }),
  );
