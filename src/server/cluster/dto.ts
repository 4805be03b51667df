import type { JudgedBy, JudgedCycle, Judgement } from '@/domain/cluster/cycles';
import {
  judgeImageSystem,
  judgeNodeSystem,
  judgeRuntime,
  judgeVersion,
} from '@/domain/cluster/cycles';
import type { Distribution, ReportedNode } from '@/domain/cluster/report';
import { toSupport as toContract } from '@/server/coverage/dto';
import type { StateCounts } from '@/server/software/sql';
import type {
  ClusterCounts,
  ClusterRow,
  NamespaceCounts,
  WorkloadRow,
} from './repository/clusters';
import type { RunningPlace } from './repository/running';

/** What the records are judged by. */
export interface Judged extends JudgedBy {
  readonly silentBefore: Date;
}

export type KubeletCount = { readonly kubeletVersion: string | null; readonly nodes: number };

/** Makes a cluster as lists show it. */
export function toCluster(
  row: ClusterRow,
  counts: Omit<ClusterCounts, 'clusterId'>,
  kubelets: readonly KubeletCount[],
  judged: Judged,
) {
  return {
    id: row.id,
    name: row.name,
    distribution: row.distribution,
    version: row.version,
    support: toSupport(judgeVersion(judged, row.distribution, row.version)),
    firstHeardDate: row.firstHeardAt.toISOString(),
    lastHeardDate: row.heardAt.toISOString(),
    inventoryDate: row.inventoryAt?.toISOString() ?? null,
    silent: row.heardAt < judged.silentBefore,
    containers: counts.containers,
    namespaces: counts.namespaces,
    states: toStates(counts),
    unscanned: counts.unscanned,
    silentContainers: counts.silentContainers,
    nodes: kubelets.reduce((sum, { nodes }) => sum + nodes, 0),
    kubelets: kubelets.map(({ kubeletVersion, nodes }) => ({
      version: kubeletVersion,
      nodes,
      support: toSupport(judgeVersion(judged, row.distribution, kubeletVersion)),
    })),
  };
}

export function toNamespace({ namespace, containers, ...counts }: NamespaceCounts) {
  return { name: namespace, containers, states: toStates(counts) };
}

function toStates({ ended, soon, next, later, unknown }: StateCounts) {
  return { ended, soon, next, later, unknown };
}

/** Makes a node; `distribution` is that of its cluster, which supports its kubelet. */
export function toNode(node: ReportedNode, distribution: Distribution | null, judged: JudgedBy) {
  return {
    name: node.name,
    kubelet: {
      text: node.kubeletVersion,
      support: toSupport(judgeVersion(judged, distribution, node.kubeletVersion)),
    },
    runtime: {
      text: node.containerRuntime,
      support: toSupport(judgeRuntime(judged, node.containerRuntime)),
    },
    system: {
      text: [node.operatingSystem, node.kernelVersion].filter(Boolean).join(' · ') || null,
      support: toSupport(judgeNodeSystem(judged, node)),
    },
  };
}

/** Makes one container of one workload. */
export function toWorkload(row: WorkloadRow, judged: JudgedBy) {
  const isScanned = row.imageTagId !== null;
  const { osFamily, osName } = row;
  return {
    id: row.id,
    namespace: row.namespace,
    ownerKind: row.ownerKind,
    ownerName: row.ownerName,
    container: row.container,
    imageName: row.imageName,
    imageTag: row.tag,
    digest: row.digest,
    pods: row.pods,
    lastHeardDate: row.heardAt.toISOString(),
    silent: row.isSilent,
    image: isScanned
      ? {
          imageTagId: row.imageTagId,
          projectName: row.projectName ?? '',
          joinedBy: row.isSameDigest ? ('digest' as const) : ('tag' as const),
          states: toStates(row),
        }
      : null,
    system:
      isScanned || osFamily === null
        ? null
        : {
            text: [osFamily, osName].filter(Boolean).join(' '),
            support: toSupport(judgeImageSystem(judged, { family: osFamily, name: osName ?? '' })),
          },
  };
}

/** Where an image runs: the first places, and the number of all. */
export interface RunningPlaces {
  readonly items: ReturnType<typeof toPlace>[];
  readonly total: number;
}

export function toPlace({ heardAt, isSameDigest, ...place }: RunningPlace, silentBefore: Date) {
  const { clusterId, clusterName, namespace, ownerKind, ownerName, container } = place;
  return {
    ...{ clusterId, clusterName, namespace, ownerKind, ownerName, container },
    joinedBy: isSameDigest ? ('digest' as const) : ('tag' as const),
    lastHeardDate: heardAt.toISOString(),
    silent: heardAt < silentBefore,
  };
}

/** What is known of the support of something, or why nothing is. */
function toSupport({ cycle, unknown }: Judgement) {
  return cycle ? { ...toCycle(cycle), unknown: null } : { ...NOTHING_KNOWN, unknown };
}

function toCycle({ product, slug, cycle, label, eolOn, state, ...more }: JudgedCycle) {
  const { estimatedFrom, evidence, extended, support, advice } = more;
  return {
    ...{ productName: product, product: slug, cycle, label },
    ...{ eolDate: eolOn, state, estimatedFrom, evidence },
    /** Support that is to be paid for, once that for nothing has ended. */
    paidSupport: extended && { until: extended.until },
    contract: toContract(support),
    advice,
  };
}

const NOTHING_KNOWN = {
  ...{ productName: null, product: null, cycle: null, label: null },
  ...{
    eolDate: null,
    state: 'unknown' as const,
    estimatedFrom: null,
    paidSupport: null,
    contract: null,
  },
  ...{ evidence: 'unknown' as const, advice: null },
};
