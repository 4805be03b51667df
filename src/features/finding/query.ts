import { prefetchChosenProject } from '@/features/names/query';
import { pageQueryClient, trpc } from '@/trpc/server';
import { toFindingsQuery, type FindingsParams } from './params';

/**
 * Reads what the findings list shows first. A failure is not thrown here: the browser tries again, and says
 * what happened.
 */
export async function prefetchFindings(params: FindingsParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.finding.list.queryOptions(toFindingsQuery(params))),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    prefetchChosenProject(params.project),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.cluster.names.queryOptions()),
  ]);
}
