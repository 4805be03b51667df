import { eolOverview } from '@/server/analytics/service';
import { permitted } from '../init';
import { getEolOverviewMeta, getEolOverviewOutput } from './get-eol-overview.schema';

export const getEolOverview = permitted('inventory:read')
  .meta(getEolOverviewMeta)
  .output(getEolOverviewOutput)
  .query(({ ctx }) => eolOverview(ctx.deps, ctx.principal.organizationId));
