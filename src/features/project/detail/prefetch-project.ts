import { toTrendQuery } from '@/features/analytics/trend-params';
import { toImagesQuery } from '@/features/image/search-params';
import { pageQueryClient, trpc } from '@/trpc/server';
import type { ProjectPageParams } from '../project-page-params';

/**
 * Reads what a project's page shows first; the trend goes on loading in the browser. A failure is not thrown
 * here: the browser tries again, and says what happened.
 */
export async function prefetchProject(projectId: string, params: ProjectPageParams): Promise<void> {
  const queries = pageQueryClient();
  const images = toImagesQuery({ ...params, project: projectId });
  void queries.prefetchQuery(trpc.analytics.trend.queryOptions(toTrendQuery(params, projectId)));
  await Promise.all([
    queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(images)),
    queries.prefetchQuery(trpc.image.labels.queryOptions()),
  ]);
}
