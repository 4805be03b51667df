import { pageQueryClient, trpc } from '@/trpc/server';
import { toImagesQuery, type ImagesParams } from './search-params';

/**
 * Reads what the images list shows first. A failure is not thrown here: the browser tries again, and says
 * what happened.
 */
export async function prefetchImages(params: ImagesParams): Promise<void> {
  const queries = pageQueryClient();
  const list = trpc.image.listForDashboard.queryOptions(toImagesQuery(params));
  await Promise.all([
    queries.prefetchQuery(list),
    queries.prefetchQuery(trpc.image.labels.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
  ]);
  // While there is nothing, the page tells how to begin.
  if (queries.getQueryData(list.queryKey)?.total !== 0) return;
  await Promise.all([
    queries.prefetchQuery(trpc.scanner.setup.queryOptions()),
    queries.prefetchQuery(trpc.organization.admins.queryOptions()),
  ]);
}
