import { toImagesQuery } from '@/features/image/search-params';
import { pageQueryClient, trpc } from '@/trpc/server';
import type { ProjectPageParams } from '../project-page-params';

/**
 * Reads what a project's page shows first; the browser loads the trend. A failure is not thrown here: the
 * browser tries again, and says what happened.
 */
export async function prefetchProject(projectId: string, params: ProjectPageParams): Promise<void> {
  const queries = pageQueryClient();
  const images = toImagesQuery({ ...params, project: projectId });
  await Promise.all([
    queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(images)),
    queries.prefetchQuery(trpc.image.labels.queryOptions()),
  ]);
}
