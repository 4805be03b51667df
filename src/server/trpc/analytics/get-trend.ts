import { dashboardTrend } from '@/server/analytics/trend';
import { permitted } from '../init';
import { getTrendInput, getTrendOutput } from './get-trend.schema';

/** What `eolCounts` counts, as the dashboard draws it: by state or by artifact type, of one project or of all. */
export const getTrend = permitted('inventory:read')
  .input(getTrendInput)
  .output(getTrendOutput)
  .query(({ ctx, input }) => dashboardTrend(ctx.deps, ctx.principal.organizationId, input));
