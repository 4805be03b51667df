import { can, type Role } from '@/domain/roles/permissions';
import { pageQueryClient, trpc } from '@/trpc/server';
import {
  ANY_IMAGES,
  KEYS_LATELY,
  latestScansOf,
  type OverviewScope,
  REFUSED_LATELY,
  toScopeQuery,
} from './params';

/**
 * Reads what the start page shows first; the browser loads the trend, what waits and what the policies say, which
 * take longer or stand further down. A failure is not thrown here: the browser tries again, and says what happened.
 */
export async function prefetchOverview(role: Role, scope: OverviewScope): Promise<void> {
  const queries = pageQueryClient();
  const any = trpc.image.listForDashboard.queryOptions(ANY_IMAGES);
  await queries.prefetchQuery(any);
  // While there is nothing, the page tells how to begin.
  if (queries.getQueryData(any.queryKey)?.total === 0) {
    await Promise.all([
      queries.prefetchQuery(trpc.scanner.setup.queryOptions()),
      queries.prefetchQuery(trpc.organization.admins.queryOptions()),
    ]);
    return;
  }
  await Promise.all([
    queries.prefetchQuery(trpc.overview.states.queryOptions(toScopeQuery(scope))),
    queries.prefetchQuery(trpc.overview.toMove.queryOptions(toScopeQuery(scope))),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
    queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(latestScansOf(scope))),
    ...(can(role, 'refused-upload:read') && scope.owner === null && scope.project === null
      ? [
          queries.prefetchQuery(trpc.refusedUpload.list.queryOptions(REFUSED_LATELY)),
          queries.prefetchQuery(trpc.refusedUpload.keys.queryOptions(KEYS_LATELY)),
        ]
      : []),
  ]);
}
