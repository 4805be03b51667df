import type { Day } from '@/domain/eol/calendar';
import { can, type Role } from '@/domain/roles/permissions';
import { prefetchChosenProject } from '@/features/names/query';
import { pageQueryClient, trpc } from '@/trpc/server';
import {
  FIRST_CLUSTERS,
  ANY_IMAGES,
  hasWaiting,
  isForAll,
  KEYS_LATELY,
  latestScansOf,
  type OverviewScope,
  REFUSED_LATELY,
  toScopeQuery,
  UNOWNED,
  waitingWaiversOf,
} from './params';

/**
 * Reads what the start page shows first; the browser loads the trend and what the policies say, which take longer or
 * stand further down. A failure is not thrown here: the browser tries again, and says what happened.
 */
export async function prefetchOverview(
  role: Role,
  scope: OverviewScope,
  asOf: Day | null,
): Promise<void> {
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
    queries.prefetchQuery(trpc.overview.states.queryOptions({ ...toScopeQuery(scope), asOf })),
    queries.prefetchQuery(trpc.overview.toMove.queryOptions(toScopeQuery(scope))),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    prefetchChosenProject(scope.project),
    queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(latestScansOf(scope))),
    ...(hasWaiting(scope)
      ? [
          queries.prefetchQuery(trpc.waiver.list.queryOptions(waitingWaiversOf(scope.owner))),
          queries.prefetchQuery(trpc.plan.counts.queryOptions({ owner: scope.owner })),
        ]
      : []),
    ...(isForAll(scope)
      ? [
          queries.prefetchQuery(trpc.project.listForDashboard.queryOptions(UNOWNED)),
          queries.prefetchQuery(trpc.cluster.list.queryOptions(FIRST_CLUSTERS)),
        ]
      : []),
    ...(can(role, 'api-key:manage') && isForAll(scope)
      ? [queries.prefetchQuery(trpc.apiKey.list.queryOptions())]
      : []),
    ...(can(role, 'refused-upload:read') && isForAll(scope)
      ? [
          queries.prefetchQuery(trpc.refusedUpload.list.queryOptions(REFUSED_LATELY)),
          queries.prefetchQuery(trpc.refusedUpload.keys.queryOptions(KEYS_LATELY)),
        ]
      : []),
  ]);
}
