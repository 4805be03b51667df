import { pageQueryClient, trpc } from '@/trpc/server';
import { toTableQuery, toTimelineQuery, type TimelineParams } from './params';

/**
 * Reads the timeline's first view. A failure is not thrown here: the browser tries again, and says what
 * happened.
 */
export async function prefetchTimeline(params: TimelineParams): Promise<void> {
  const queries = pageQueryClient();
  const query = params.view === 'table' ? toTableQuery(params) : toTimelineQuery(params);
  await Promise.all([
    queries.prefetchQuery(trpc.timeline.list.queryOptions(query)),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
    queries.prefetchQuery(trpc.image.labels.queryOptions()),
  ]);
}
