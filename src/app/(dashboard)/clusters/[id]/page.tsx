import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Stack } from '@/components/layout/stack';
import { ClusterFacts, Kubelets, Namespaces, WhatRuns } from '@/features/cluster/detail/card';
import { Nodes } from '@/features/cluster/detail/nodes/table';
import { loadClusterPageParams, toWorkloadsQuery } from '@/features/cluster/detail/params';
import { Workloads } from '@/features/cluster/detail/runs/view';
import { ClusterHeader, ClusterTabs } from '@/features/cluster/detail/view';
import { loadCluster } from '@/features/cluster/query';
import { CoveredSoftware } from '@/features/contract/held/card';
import { requirePagePrincipal } from '@/server/page/reader';
import { pageToday } from '@/server/page/today';
import { Hydrated, pageQueryClient, trpc } from '@/trpc/server';

type Props = PageProps<'/clusters/[id]'>;

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { owner } = await loadClusterPageParams(searchParams);
  const cluster = await loadCluster((await params).id, owner);
  return { title: cluster ? cluster.name : 'No such cluster' };
}

export default async function ClusterPage({ params, searchParams }: Props) {
  await requirePagePrincipal();
  const address = await loadClusterPageParams(searchParams);
  const { owner } = address;
  const found = await loadCluster((await params).id, owner);
  if (!found) notFound();
  const today = await pageToday();
  // A cluster has up to thousands of nodes; the browser gets those of one page.
  const { nodeList, ...cluster } = found;
  const { tab, page, size } = address;
  const place = { in: 'cluster', id: cluster.id } as const;
  const queries = pageQueryClient();
  await Promise.all([
    queries.prefetchQuery(trpc.contract.covered.queryOptions(place)),
    ...(tab === 'runs'
      ? [
          queries.prefetchQuery(
            trpc.cluster.workloads.queryOptions(toWorkloadsQuery(cluster.id, address)),
          ),
        ]
      : []),
  ]);
  return (
    <Hydrated>
      <Stack>
        <ClusterHeader cluster={cluster} />
        <ClusterFacts cluster={cluster} today={today} />
        <WhatRuns cluster={cluster} owner={owner} />
        <CoveredSoftware place={place} today={today} />
        <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Namespaces cluster={cluster} owner={owner} />
          <Kubelets cluster={cluster} today={today} />
        </div>
        <ClusterTabs cluster={cluster} current={tab} owner={owner} />
        {tab === 'runs' ? (
          <Workloads cluster={cluster} />
        ) : (
          <Nodes
            clusterId={cluster.id}
            nodes={nodeList.slice((page - 1) * size, page * size)}
            total={nodeList.length}
            params={{ page, size, owner }}
            today={today}
          />
        )}
      </Stack>
    </Hydrated>
  );
}
