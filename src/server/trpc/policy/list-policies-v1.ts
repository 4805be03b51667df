import { listEolPolicies } from '@/server/policy/service';
import { permitted } from '../init';
import { listPoliciesV1Meta, listPoliciesV1Output } from './list-policies-v1.schema';

export const listPoliciesV1 = permitted('policy:read')
  .meta(listPoliciesV1Meta)
  .output(listPoliciesV1Output)
  .query(({ ctx }) => listEolPolicies(ctx.deps, ctx.principal.organizationId));
