import { prefetchChosenProject } from '@/features/names/query';
import { pageQueryClient, trpc } from '@/trpc/server';
import { toTableQuery, toTimelineQuery, type TimelineParams } from './params';

/**
 * Reads the timeline's first view. A failure is not thrown here: the browser tries again, and says what
 * happened.
 */
export async function prefetchTimeline(params: TimelineParams): Promise<void> {
  const queries = pageQueryClient();
  // What stands above the table, it has in common with the chart.
  const table =
    params.view === 'table' ? [trpc.timeline.list.queryOptions(toTableQuery(params))] : [];
  await Promise.all([
    ...table.map((query) => queries.prefetchQuery(query)),
    queries.prefetchQuery(trpc.timeline.list.queryOptions(toTimelineQuery(params))),
    queries.prefetchQuery(trpc.software.types.queryOptions()),
    prefetchChosenProject(params.project),
    queries.prefetchQuery(trpc.team.names.queryOptions()),
  ]);
}
