import type { Metadata } from 'next';
import { ScannersView } from '@/features/scanner/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

export const metadata: Metadata = { title: 'Scanners' };

export default async function ScannersPage() {
  await requirePagePrincipal();
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.scanner.setup.queryOptions()),
    queries.prefetchQuery(trpc.scanner.database.queryOptions()),
    queries.prefetchQuery(trpc.dependencyTrack.setting.queryOptions()),
  ]);
  return (
    <Hydrated>
      <ScannersView />
    </Hydrated>
  );
}
