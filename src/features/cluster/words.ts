import type { ListedCluster } from './query';

/** Singular and plural of what counts by state are of: containers of workloads, whatever their number of pods. */
export const CONTAINER_NOUN = ['container', 'containers'] as const;

/** Counts the nodes whose kubelet is of a version that has ended. */
export function endedNodes(kubelets: ListedCluster['kubelets']): number {
  return kubelets.reduce(
    (sum, { nodes, support }) => sum + (support.state === 'ended' ? nodes : 0),
    0,
  );
}
