import { runningContainer, runningImage } from '@/domain/cluster/report';
import { DAY_MS } from '@/domain/eol/calendar';
import { recordInventory } from '@/server/cluster/service/reports';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { clusters, type SeedCluster } from '../../../prisma/seed/organization/clusters';

const HOUR_MS = 3_600_000;

/** Has the clusters of the demo report, each for the first and for the last time. */
export async function reportClusters(deps: Deps, organizationId: OrganizationId): Promise<void> {
  const now = deps.clock.now().getTime();
  for (const cluster of clusters) {
    const report = reportOf(cluster);
    const first = now - cluster.sinceDaysAgo * DAY_MS;
    for (const at of [first, now - cluster.heardHoursAgo * HOUR_MS]) {
      const then = { ...deps, clock: { now: () => new Date(at) } };
      await recordInventory(then, organizationId, report);
    }
  }
}

function reportOf({ name, version, distribution, nodes, workloads }: SeedCluster) {
  return {
    ...{ name, version, distribution },
    nodes: nodes.map((node) => ({
      name: node.name,
      kubeletVersion: node.kubelet,
      containerRuntime: node.runtime,
      kernelVersion: node.kernel,
      operatingSystem: node.system,
    })),
    containers: workloads.map((workload) =>
      runningContainer({
        namespace: workload.namespace,
        owner: { kind: workload.kind, name: workload.name },
        container: workload.name,
        image: runningImage(workload.image, null),
        pods: workload.pods,
        os: null,
      }),
    ),
  };
}
