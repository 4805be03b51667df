import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { ImagesView } from '@/features/image/images-view';
import { loadImagesParams, toImagesQuery } from '@/features/image/search-params';
import { requirePagePrincipal } from '@/server/auth/page-session';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Images' };

export default async function ImagesPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>;
}) {
  await requirePagePrincipal();
  const query = toImagesQuery(await loadImagesParams(searchParams));
  const queries = pageQueryClient();
  // A failure is not thrown here: the browser tries again, and says what happened.
  await Promise.all([
    queries.prefetchQuery(trpc.image.listForDashboard.queryOptions(query)),
    queries.prefetchQuery(trpc.image.labels.queryOptions()),
    queries.prefetchQuery(trpc.scanner.projects.queryOptions()),
  ]);
  return (
    <Hydrated>
      <ImagesView />
    </Hydrated>
  );
}
