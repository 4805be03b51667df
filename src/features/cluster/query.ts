import { cache } from 'react';
import type { Outputs } from '@/trpc/outputs';
import { callServer, isRefused, pageQueryClient, trpc } from '@/trpc/server';
import { toClustersQuery, type ClustersParams } from './params';

export type ListedCluster = Outputs['cluster']['list']['items'][number];
/** One cluster with its namespaces; its nodes apart. */
export type ClusterDetail = Omit<Outputs['cluster']['get'], 'nodeList'>;
export type ClusterNode = Outputs['cluster']['get']['nodeList'][number];
/** What is known of the support of something that runs. */
export type RunningSupport = ListedCluster['support'];
/** One container of a workload. */
export type ListedWorkload = Outputs['cluster']['workloads']['items'][number];

/**
 * Reads what the clusters list shows first. A failure is not thrown here: the browser tries again, and says
 * what happened.
 */
export async function prefetchClusters(params: ClustersParams): Promise<void> {
  const queries = pageQueryClient();
  const list = trpc.cluster.list.queryOptions(toClustersQuery(params));
  await queries.prefetchQuery(list);
  // While there is nothing, the page tells how to begin.
  if (queries.getQueryData(list.queryKey)?.total !== 0) return;
  await queries.prefetchQuery(trpc.scanner.setup.queryOptions());
}

/**
 * Reads a cluster of the reader's organization, once for each request; null when there is none by this id.
 * @param owner whose containers are counted; null: everybody's
 */
export const loadCluster = cache(
  async (id: string, owner: string | null): Promise<Outputs['cluster']['get'] | null> => {
    try {
      return await callServer.cluster.get({ id, owner });
    } catch (error) {
      if (isRefused(error, ['NOT_FOUND', 'BAD_REQUEST'])) return null;
      throw error;
    }
  },
);
