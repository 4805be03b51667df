import { notePolicyRead } from '@/server/key-use/service';
import { listScannerPolicies } from '@/server/policy/service';
import { permitted } from '../init';
import { listPoliciesV2Meta, listPoliciesV2Output } from './list-policies-v2.schema';

export const listPoliciesV2 = permitted('policy:read')
  .meta(listPoliciesV2Meta)
  .output(listPoliciesV2Output)
  .query(({ ctx }) => {
    notePolicyRead(ctx.deps, ctx.principal, ctx.remoteAddress);
    return listScannerPolicies(ctx.deps, ctx.principal.organizationId);
  });
