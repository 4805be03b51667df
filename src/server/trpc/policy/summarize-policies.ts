import { summarizePolicies as summarize } from '@/server/policy/preview/service';
import { permitted } from '../init';
import { summarizePoliciesOutput } from './summarize-policies.schema';

/** How many images the policies deny and warn of today, which, and what comes when. */
export const summarizePolicies = permitted('inventory:read')
  .output(summarizePoliciesOutput)
  .query(({ ctx }) => summarize(ctx.deps, ctx.principal.organizationId));
