import { yamlQuote } from './quoting';

export interface ClusterClient {
  readonly id: 'trivy-operator' | 'k8s-inventory';
  readonly title: string;
  /** What it tells. */
  readonly tells: string;
  /** Values for its Helm chart, in YAML. */
  readonly values: string;
}

/** The name that stands in the values until somebody writes their own. */
const CLUSTER_PLACEHOLDER = 'my-cluster';

/**
 * Writes the Helm values that have the operators of a cluster report here.
 * @param apiKey of the role scanner, or a placeholder for it
 */
export function clusterClients({
  publicUrl,
  apiKey,
}: {
  readonly publicUrl: string;
  readonly apiKey: string;
}): readonly [trivyOperator: ClusterClient, k8sInventory: ClusterClient] {
  const webhook = `${publicUrl}/api/k8s/trivy?cluster=${CLUSTER_PLACEHOLDER}`;
  return [
    {
      id: 'trivy-operator',
      title: 'Trivy Operator',
      tells: 'Scans what runs, and reports each image with its software.',
      values: [
        'operator:',
        `  webhookBroadcastURL: ${yamlQuote(webhook)}`,
        `  webhookBroadcastCustomHeaders: ${yamlQuote(`Authorization:ApiKey ${apiKey}`)}`,
      ].join('\n'),
    },
    {
      id: 'k8s-inventory',
      title: 'k8s-inventory',
      tells: 'Reports all that runs, the cluster’s version and its nodes, every minute.',
      values: [
        'k8sInventory:',
        `  kubeconfig: { cluster: ${yamlQuote(CLUSTER_PLACEHOLDER)} }`,
        `  anchore: { url: ${yamlQuote(publicUrl)}, user: scanner, password: ${yamlQuote(apiKey)}, account: admin }`,
      ].join('\n'),
    },
  ];
}
