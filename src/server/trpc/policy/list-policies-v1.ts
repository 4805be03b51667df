import { notePolicyRead } from '@/server/key-use/service';
import { listEolPolicies } from '@/server/policy/service';
import { permitted } from '../init';
import { listPoliciesV1Meta, listPoliciesV1Output } from './list-policies-v1.schema';

export const listPoliciesV1 = permitted('policy:read')
  .meta(listPoliciesV1Meta)
  .output(listPoliciesV1Output)
  .query(({ ctx }) => {
    notePolicyRead(ctx.deps, ctx.principal, ctx.remoteAddress);
    return listEolPolicies(ctx.deps, ctx.principal.organizationId);
  });
