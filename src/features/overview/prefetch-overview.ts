import { can, type Role } from '@/domain/roles/permissions';
import { toTrendQuery, type TrendParams } from '@/features/analytics/trend-params';
import { pageQueryClient, trpc } from '@/trpc/server';
import { LATEST_SCANS, REFUSED_LATELY } from './queries';

/**
 * Reads what the start page shows first; the trend and what the policies say go on loading in the browser. A
 * failure is not thrown here: the browser tries again, and says what happened.
 */
export async function prefetchOverview(trend: TrendParams, role: Role): Promise<void> {
  const queries = pageQueryClient();
  const latest = trpc.image.listForDashboard.queryOptions(LATEST_SCANS);
  await queries.prefetchQuery(latest);
  // While there is nothing, the page tells how to begin.
  if (queries.getQueryData(latest.queryKey)?.total === 0) {
    await Promise.all([
      queries.prefetchQuery(trpc.scanner.setup.queryOptions()),
      queries.prefetchQuery(trpc.organization.admins.queryOptions()),
    ]);
    return;
  }
  void queries.prefetchQuery(trpc.analytics.trend.queryOptions(toTrendQuery(trend, null)));
  void queries.prefetchQuery(trpc.policy.summary.queryOptions());
  await Promise.all([
    queries.prefetchQuery(trpc.overview.states.queryOptions()),
    queries.prefetchQuery(trpc.overview.toMove.queryOptions()),
    queries.prefetchQuery(trpc.analytics.eolOverview.queryOptions()),
    ...(can(role, 'refused-upload:read')
      ? [queries.prefetchQuery(trpc.refusedUpload.list.queryOptions(REFUSED_LATELY))]
      : []),
  ]);
}
