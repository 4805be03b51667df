import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { optionalPolicyFields, policyRecord, policyScope, policyType, writtenFields } from './dto';
import { patchPolicy as patch } from './service/policies';
import { permitted } from '@/server/platform/trpc/init';

export const patchPolicyInput = z.object({
  id: recordId,
  body: z
    .object({
      policy_scope: policyScope.nullable(),
      policy_type: policyType.nullable(),
      ...optionalPolicyFields,
    })
    .meta({
      id: 'PoliciesPatchModel',
      example: { policy_scope: null, policy_type: null, warn_days: 60 },
    }),
});

export const patchPolicyOutput = policyRecord;

export const patchPolicyMeta = rest({
  method: 'PATCH',
  path: '/v1/policy/{id}',
  summary: 'Change a policy',
  description:
    'policy_scope and policy_type must be there; null leaves them unchanged. Any other field: left out it stays, null clears it. The policy as it would be then is validated as a whole.',
  tag: 'Policies',
  errors: [404, 409],
  body: 'json',
  atRoot: true,
});

export const patchPolicy = permitted('policy:write')
  .meta(patchPolicyMeta)
  .input(patchPolicyInput)
  .output(patchPolicyOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    patch(ctx.deps, ctx.principal, id, (known) => ({
      ...writtenFields(body, known),
      scope: body.policy_scope ?? undefined,
      type: body.policy_type ?? undefined,
    })),
  );
