import { parseImageReference } from '@/domain/identifiers/image-reference';
import { identityOf } from '@/domain/identifiers/identity';

/** Workload containers that are kept of one cluster; Kubernetes itself is tested with 150,000 pods. */
export const MAX_CONTAINERS = 20_000;
/** The nodes that Kubernetes supports in one cluster (its "Considerations for large clusters"). */
export const MAX_NODES = 5_000;

/** Clusters of one organization. */
export const MAX_CLUSTERS = 500;

/** Who runs a cluster's control plane, and says how long its version is supported. */
export const DISTRIBUTIONS = ['eks', 'gke', 'aks', 'kubernetes'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** What runs in a cluster, as one report tells all of it. */
export interface ClusterReport {
  readonly name: string;
  /** As the API server gives it: `v1.31.4-eks-2d5f260`; null when the report does not say. */
  readonly version: string | null;
  /** Null when nothing tells it. */
  readonly distribution: Distribution | null;
  /** Null when the reporter does not tell of nodes. */
  readonly nodes: readonly ReportedNode[] | null;
  readonly containers: readonly RunningContainer[];
}

/** A node as its kubelet describes it; null for what is not said. */
export interface ReportedNode {
  readonly name: string;
  readonly kubeletVersion: string | null;
  /** `containerd://1.7.22`. */
  readonly containerRuntime: string | null;
  readonly kernelVersion: string | null;
  /** `linux`, or the release where the reporter knows it: `Ubuntu 22.04.4 LTS`. */
  readonly operatingSystem: string | null;
}

/** One container of one workload: as many pods run it as the workload has replicas. */
export interface RunningContainer {
  /** Identity within its cluster: the workload, the container and what it runs. */
  readonly id: string;
  /** Identity of the workload's container, whatever it runs. */
  readonly workloadKey: string;
  readonly namespace: string;
  /** `Deployment`, `StatefulSet`; null when the report does not tell. */
  readonly ownerKind: string | null;
  readonly ownerName: string;
  readonly container: string;
  readonly image: RunningImage;
  /** Null when the report does not count them. */
  readonly pods: number | null;
  /** The image's operating system, where the report tells it; else null. */
  readonly os: ReportedSystem | null;
}

export interface ReportedSystem {
  readonly family: string;
  readonly name: string;
}

/** An image as a cluster names it. */
export interface RunningImage {
  /** Registry and repository as the cluster writes them, without tag and digest. */
  readonly name: string;
  /** The name in full: `docker.io/library/nginx` for `nginx`. */
  readonly canonicalName: string;
  /** `latest` when neither tag nor digest is given; a digest without a tag is its own tag. */
  readonly tag: string;
  readonly digest: string | null;
}

const DIGEST = /^sha(?:256|384|512):[0-9a-f]{32,128}$/;

/** Reads an image by the reference in a pod and the digest that was pulled, which goes before the reference's own. */
export function runningImage(reference: string, pulled: string | null): RunningImage {
  const { name, canonicalName, tag, digest } = parseImageReference(reference);
  const given = pulled?.slice(pulled.lastIndexOf('@') + 1).toLowerCase() ?? '';
  return { name, canonicalName, tag, digest: DIGEST.test(given) ? given : digest };
}

/** The workload that a pod or a ReplicaSet belongs to. */
export interface Owner {
  readonly kind: string | null;
  readonly name: string;
}

/** The letters of the hashes in names that Kubernetes makes (`SafeEncodeString` of its `rand` package). */
const HASH_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const TEMPLATE_HASH = new RegExp(`^(.+)-[${HASH_LETTERS}]{6,10}$`);
const POD_OF_REPLICA_SET = new RegExp(`^(.+)-[${HASH_LETTERS}]{6,10}-[${HASH_LETTERS}]{5}$`);
/** A CronJob names its Jobs by the minute that they were due. */
const JOB_OF_CRON_JOB = /^(.+)-\d{8}$/;

/** Finds the workload that people know behind the object that runs its pods: a Deployment behind its ReplicaSet. */
export function ownerOf(kind: string, name: string): Owner {
  const behind = kind === 'ReplicaSet' ? TEMPLATE_HASH : kind === 'Job' ? JOB_OF_CRON_JOB : null;
  const base = behind?.exec(name)?.[1];
  if (base === undefined) return { kind, name };
  return { kind: kind === 'Job' ? 'CronJob' : 'Deployment', name: base };
}

/** Finds a pod's workload by its labels, which controllers set, else by its name. */
export function ownerOfPod(name: string, labels: Readonly<Record<string, string>>): Owner {
  const without = (suffixes: number) => name.split('-').slice(0, -suffixes).join('-') || name;
  const job = labels['batch.kubernetes.io/job-name'] ?? labels['job-name'];
  if (job) return ownerOf('Job', job);
  if (labels['pod-template-hash']) return { kind: 'Deployment', name: without(2) };
  if (labels['statefulset.kubernetes.io/pod-name']) {
    return { kind: 'StatefulSet', name: without(1) };
  }
  if (labels['controller-revision-hash']) return { kind: 'DaemonSet', name: without(1) };
  const deployment = POD_OF_REPLICA_SET.exec(name)?.[1];
  return deployment === undefined
    ? { kind: 'Pod', name }
    : { kind: 'Deployment', name: deployment };
}

/** What a report tells of one container of one pod, or of one workload. */
export interface ContainerFacts {
  readonly namespace: string;
  readonly owner: Owner;
  readonly container: string;
  readonly image: RunningImage;
  readonly pods: number | null;
  readonly os: ReportedSystem | null;
}

/** Makes the container of a workload, with its identities. */
export function runningContainer(facts: ContainerFacts): RunningContainer {
  const { owner, ...rest } = facts;
  const workloadKey = identityOf(rest.namespace, owner.kind ?? '', owner.name, rest.container);
  const { canonicalName, tag, digest } = rest.image;
  return {
    ...rest,
    id: identityOf(workloadKey, canonicalName, tag, digest ?? ''),
    workloadKey,
    ownerKind: owner.kind,
    ownerName: owner.name,
  };
}

/** Folds containers that differ in nothing but their pod into one, and counts the pods. */
export function foldedContainers(all: Iterable<RunningContainer>): RunningContainer[] {
  const byId = new Map<string, RunningContainer>();
  for (const container of all) {
    const known = byId.get(container.id);
    const pods = (known?.pods ?? 0) + (container.pods ?? 0);
    byId.set(container.id, known ? { ...known, pods } : container);
  }
  return [...byId.values()];
}
