import { z } from 'zod';
import { recordId } from '../inputs';
import { rest } from '../meta';
import { optionalPolicyFields, policyRecord, policyScope, policyType } from './policy-body.schema';

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
