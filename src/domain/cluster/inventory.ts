import { z } from 'zod';
import { invalid } from '@/domain/errors';
import { storedText } from '@/domain/validation/fields';
import { boundedList } from '@/domain/validation/shapes';
import { MAX_REPORTED } from './body-rule';
import { distributionOf } from './cycles';
import {
  type ClusterReport,
  foldedContainers,
  MAX_CONTAINERS,
  MAX_NODES,
  ownerOfPod,
  type RunningContainer,
  runningContainer,
  runningImage,
} from './report';

/** What two clients send: all that runs in a cluster, at once. */

/** Names of objects in Kubernetes have at most 253 characters (RFC 1123), those of containers less. */
export const MAX_NAME_LENGTH = 253;
/** Registry, repository, tag and digest. */
const MAX_IMAGE_LENGTH = 1_024;

export const objectName = storedText(MAX_NAME_LENGTH);
/** With something to be seen in it: it is what leads to the cluster's page. */
export const clusterName = objectName
  .trim()
  .min(1)
  .meta({ pattern: String.raw`^[^\u0000]*[^\s\u0000][^\u0000]*$` });
export const imageText = storedText(MAX_IMAGE_LENGTH);
const versionText = storedText(MAX_NAME_LENGTH).nullish();
export const labelsOfObject = z.record(z.string(), storedText(MAX_IMAGE_LENGTH)).nullish();

const serverVersionMetadata = z.object({ gitVersion: versionText }).nullish();

/** The inventory of Anchore's `k8s-inventory`, which refers by UIDs. */
export const anchoreInventory = z
  .object({
    cluster_name: clusterName,
    serverVersionMetadata,
    namespaces: boundedList(
      z.object({ name: objectName, uid: objectName }),
      MAX_REPORTED,
    ).optional(),
    nodes: boundedList(
      z.object({
        name: objectName.min(1),
        kubelet_version: versionText,
        container_runtime_version: versionText,
        kernel_version: versionText,
        operating_system: versionText,
        labels: labelsOfObject,
      }),
      MAX_NODES,
    ).optional(),
    pods: boundedList(
      z.object({
        name: objectName,
        uid: objectName,
        namespace_uid: objectName,
        labels: labelsOfObject,
      }),
      MAX_REPORTED,
    ).optional(),
    containers: boundedList(
      z.object({
        name: objectName,
        image_tag: imageText,
        image_digest: imageText.nullish(),
        pod_uid: objectName,
      }),
      MAX_REPORTED,
    ),
  })
  .meta({
    id: 'KubernetesInventory',
    example: {
      cluster_name: 'production',
      serverVersionMetadata: { gitVersion: 'v1.31.4-eks-2d5f260' },
      namespaces: [{ name: 'shop', uid: 'n1' }],
      nodes: [
        {
          name: 'ip-10-0-1-17',
          uid: 'o1',
          kubelet_version: 'v1.31.4-eks-aeac579',
          container_runtime_version: 'containerd://1.7.23',
          kernel_version: '6.1.119-129.201.amzn2023.x86_64',
          operating_system: 'linux',
        },
      ],
      pods: [{ name: 'api-7c9d8f6b5d-x7k2p', uid: 'p1', namespace_uid: 'n1', node_uid: 'o1' }],
      containers: [
        {
          id: 'containerd://8f0c',
          name: 'api',
          image_tag: 'registry.example.com/acme/shop:2.4.1',
          image_digest: `sha256:${'4f'.repeat(32)}`,
          pod_uid: 'p1',
        },
      ],
    },
  });

/**
 * Reads an inventory that its schema has accepted.
 * @throws DomainError 422 when it lists more workload containers than are kept of a cluster
 */
export function readAnchoreInventory(data: z.output<typeof anchoreInventory>): ClusterReport {
  const namespaces = new Map((data.namespaces ?? []).map(({ uid, name }) => [uid, name]));
  const pods = new Map((data.pods ?? []).map((pod) => [pod.uid, pod]));
  const containers = data.containers.flatMap((item): RunningContainer[] => {
    const pod = pods.get(item.pod_uid);
    const namespace = pod && namespaces.get(pod.namespace_uid);
    // The client leaves out what refers to nothing; another writer of the format may not.
    if (!pod || namespace === undefined) return [];
    return [
      runningContainer({
        namespace,
        owner: ownerOfPod(pod.name, pod.labels ?? {}),
        container: item.name,
        image: runningImage(item.image_tag, item.image_digest ?? null),
        pods: 1,
        os: null,
      }),
    ];
  });
  const nodes = data.nodes ?? [];
  const version = data.serverVersionMetadata?.gitVersion || null;
  return {
    name: data.cluster_name,
    version,
    distribution: distributionOf(version, nodes),
    nodes: [...new Map(nodes.map((node) => [node.name, node])).values()].map((node) => ({
      name: node.name,
      kubeletVersion: node.kubelet_version || null,
      containerRuntime: node.container_runtime_version || null,
      kernelVersion: node.kernel_version || null,
      operatingSystem: node.operating_system || null,
    })),
    containers: bounded(foldedContainers(containers), 'containers'),
  };
}

/** The inventory of xeol's agent, by namespace; of one without containers the list is null. */
export const xeolInventory = z
  .object({
    cluster_name: clusterName,
    inventory_type: storedText(MAX_NAME_LENGTH).nullish(),
    serverVersionMetadata,
    results: boundedList(
      z.object({
        namespace: objectName.nullish(),
        containers: boundedList(
          z.object({
            name: objectName.nullish(),
            image: z
              .object({ tag: imageText.nullish(), repoDigest: imageText.nullish() })
              .nullish(),
            pod: z
              .object({
                name: objectName.nullish(),
                deployment: z.object({ name: objectName.nullish() }).nullish(),
              })
              .nullish(),
          }),
          MAX_REPORTED,
        ),
      }),
      MAX_REPORTED,
    ),
  })
  .meta({
    id: 'AgentInventory',
    example: {
      cluster_name: 'production',
      inventory_type: 'kubernetes',
      serverVersionMetadata: { gitVersion: 'v1.31.4' },
      results: [
        {
          namespace: 'shop',
          containers: [
            {
              name: 'api',
              image: {
                tag: 'registry.example.com/acme/shop:2.4.1',
                repoDigest: `sha256:${'4f'.repeat(32)}`,
              },
              pod: { name: 'api-7c9d8f6b5d-x7k2p', deployment: { name: 'api' } },
            },
          ],
        },
      ],
    },
  });

/** Does as {@link readAnchoreInventory}. The agent tells of no nodes. */
export function readXeolInventory(data: z.output<typeof xeolInventory>): ClusterReport {
  const containers = data.results.flatMap(({ namespace, containers: items }) =>
    items.flatMap(({ name, image, pod }): RunningContainer[] => {
      // The agent writes a tag that is not there as `repository:`.
      const tag = image?.tag?.replace(/:$/, '') ?? '';
      if (tag === '') return [];
      const podName = pod?.name ?? '';
      const deployment = pod?.deployment?.name ?? '';
      return [
        runningContainer({
          namespace: namespace ?? '',
          owner:
            deployment === '' ? ownerOfPod(podName, {}) : { kind: 'Deployment', name: deployment },
          container: name ?? '',
          image: runningImage(tag, image?.repoDigest ?? null),
          pods: 1,
          os: null,
        }),
      ];
    }),
  );
  const version = data.serverVersionMetadata?.gitVersion || null;
  return {
    name: data.cluster_name,
    version,
    distribution: distributionOf(version, []),
    nodes: null,
    containers: bounded(foldedContainers(containers), 'results'),
  };
}

function bounded(containers: RunningContainer[], where: string): RunningContainer[] {
  if (containers.length <= MAX_CONTAINERS) return containers;
  const msg = `Value error, at most ${String(MAX_CONTAINERS)} containers of workloads are kept of a cluster`;
  throw invalid([{ loc: ['body', where], msg, type: 'value_error' }]);
}
