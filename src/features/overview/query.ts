import { can, type Role } from '@/domain/roles/permissions';
import { pageQueryClient, trpc } from '@/trpc/server';
import { KEYS_LATELY, LATEST_SCANS, latestScansOf, REFUSED_LATELY } from './params';

/**
 * Reads what the start page shows first; the browser loads the trend and what the policies say, which
 * take longer and stand further down. A failure is not thrown here: the browser tries again, and says what happened.
 */
export async function prefetchOverview(role: Role, owner: string | null): Promise<void> {
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
  await Promise.all([
    queries.prefetchQuery(trpc.overview.states.queryOptions({ owner })),
    queries.prefetchQuery(trpc.overview.toMove.queryOptions({ owner })),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    owner === null
      ? queries.prefetchQuery(trpc.analytics.eolOverview.queryOptions())
      : queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(latestScansOf(owner))),
    ...(can(role, 'refused-upload:read')
      ? [
          queries.prefetchQuery(trpc.refusedUpload.list.queryOptions(REFUSED_LATELY)),
          queries.prefetchQuery(trpc.refusedUpload.keys.queryOptions(KEYS_LATELY)),
        ]
      : []),
  ]);
}
