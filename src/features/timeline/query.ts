import { prefetchChosenProject } from '@/features/names/query';
import { pageQueryClient, trpc } from '@/trpc/server';
import { toShownQuery, type TimelineParams } from './params';

/**
 * Reads the timeline's first view. A failure is not thrown here: the browser tries again, and says what
 * happened.
 */
export async function prefetchTimeline(params: TimelineParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.timeline.list.queryOptions(toShownQuery(params))),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    prefetchChosenProject(params.project),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
  ]);
}
