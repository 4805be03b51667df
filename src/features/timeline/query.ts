import { pageQueryClient, trpc } from '@/trpc/server';
import { toTimelineQuery, type TimelineParams } from './params';

/**
 * Reads the timeline's first view. A failure is not thrown here: the browser tries again, and says what
 * happened.
 */
export async function prefetchTimeline(params: TimelineParams): Promise<void> {
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.timeline.list.queryOptions(toTimelineQuery(params))),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.image.labels.queryOptions()),
  ]);
}
