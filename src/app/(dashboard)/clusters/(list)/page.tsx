import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { loadClustersParams } from '@/features/cluster/params';
import { prefetchClusters } from '@/features/cluster/query';
import { ClustersView } from '@/features/cluster/view';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated } from '@/trpc/server';

export const metadata: Metadata = { title: 'Clusters' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function ClustersPage({ searchParams }: Props) {
  await requirePagePrincipal();
  await prefetchClusters(await loadClustersParams(searchParams));
  return (
    <Hydrated>
      <ClustersView today={await pageToday()} />
    </Hydrated>
  );
}
