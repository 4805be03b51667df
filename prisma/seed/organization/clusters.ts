export interface SeedNode {
  readonly name: string;
  readonly kubelet: string;
  readonly runtime: string;
  readonly kernel: string;
  readonly system: string;
}

/** A workload with one container, named as it is. */
export interface SeedWorkload {
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
  /** As the pod names it. */
  readonly image: string;
  readonly pods: number;
}

export interface SeedCluster {
  readonly name: string;
  readonly version: string;
  readonly distribution: 'eks' | 'kubernetes';
  /** Days before today of its first report. */
  readonly sinceDaysAgo: number;
  /** Hours before now of its last report. */
  readonly heardHoursAgo: number;
  readonly nodes: readonly SeedNode[];
  readonly workloads: readonly SeedWorkload[];
}

const of =
  (namespace: string) =>
  (kind: string, name: string, image: string, pods = 1): SeedWorkload => ({
    ...{ namespace, kind, name, image, pods },
  });
const shop = of('shop');
const billing = of('billing');
const accounts = of('accounts');
const platform = of('platform');
const system = of('kube-system');
const portal = of('portal');

const AMAZON_LINUX_2 = {
  ...{ runtime: 'containerd://1.7.29', kernel: '5.10.245-241.978.amzn2.x86_64', system: 'linux' },
};
const AMAZON_LINUX_2023 = {
  ...{ runtime: 'containerd://2.1.5', kernel: '6.1.158-178.288.amzn2023.x86_64', system: 'linux' },
};

/** One cluster on a cloud, and one in a cellar from which nothing was heard for days. */
export const clusters: readonly SeedCluster[] = [
  {
    ...{ name: 'production', version: 'v1.33.5-eks-113cf36', distribution: 'eks' },
    ...{ sinceDaysAgo: 120, heardHoursAgo: 0.05 },
    nodes: [
      { name: 'ip-10-0-1-17', kubelet: 'v1.33.5-eks-113cf36', ...AMAZON_LINUX_2023 },
      { name: 'ip-10-0-1-42', kubelet: 'v1.33.5-eks-113cf36', ...AMAZON_LINUX_2023 },
      { name: 'ip-10-0-2-8', kubelet: 'v1.33.5-eks-113cf36', ...AMAZON_LINUX_2023 },
      { name: 'ip-10-0-2-91', kubelet: 'v1.32.9-eks-113cf36', ...AMAZON_LINUX_2 },
      { name: 'ip-10-0-3-60', kubelet: 'v1.32.9-eks-113cf36', ...AMAZON_LINUX_2 },
    ],
    workloads: [
      shop('Deployment', 'shop-web', 'registry.acme.example/shop/shop-web:production', 6),
      shop('Deployment', 'shop-api', 'registry.acme.example/shop/shop-api:production', 4),
      shop('Deployment', 'shop-worker', 'registry.acme.example/shop/shop-worker:production', 2),
      shop('StatefulSet', 'cache', 'redis:7.4-alpine', 3),
      shop('Deployment', 'catalog', 'registry.acme.example/catalog/catalog-app:production', 3),
      shop('CronJob', 'sitemap', 'registry.acme.example/shop/sitemap:1.2.0'),
      billing(
        'Deployment',
        'billing-api',
        'registry.acme.example/billing/billing-api:production',
        3,
      ),
      billing('CronJob', 'billing-batch', 'registry.acme.example/billing/billing-batch:production'),
      billing('Deployment', 'invoice-pdf', 'registry.acme.example/billing/invoice-pdf:1.9.0', 2),
      billing('StatefulSet', 'postgres', 'postgres:14', 2),
      accounts(
        'Deployment',
        'accounts-api',
        'registry.acme.example/accounts/accounts-api:production',
        3,
      ),
      accounts('Deployment', 'login-ui', 'registry.acme.example/accounts/login-ui:production', 2),
      accounts('StatefulSet', 'keycloak', 'quay.io/keycloak/keycloak:26.4.7', 2),
      platform('Deployment', 'nginx', 'nginx:1.30-alpine', 2),
      platform('Deployment', 'grafana', 'grafana/grafana:12.3.1'),
      platform('StatefulSet', 'prometheus', 'quay.io/prometheus/prometheus:v3.5.0'),
      platform('StatefulSet', 'vault', 'hashicorp/vault:1.19.0', 3),
      platform('DaemonSet', 'log-shipper', 'fluent/fluent-bit:3.1.9', 5),
      system('DaemonSet', 'kube-proxy', 'registry.k8s.io/kube-proxy:v1.33.5', 5),
      system('Deployment', 'coredns', 'registry.k8s.io/coredns/coredns:v1.12.2', 2),
    ],
  },
  {
    ...{ name: 'cellar', version: 'v1.31.2', distribution: 'kubernetes' },
    ...{ sinceDaysAgo: 90, heardHoursAgo: 98 },
    nodes: [
      {
        ...{ name: 'rack-1', kubelet: 'v1.31.2', runtime: 'docker://27.3.1' },
        ...{ kernel: '5.15.0-122-generic', system: 'Ubuntu 22.04.4 LTS' },
      },
      {
        ...{ name: 'rack-2', kubelet: 'v1.30.6', runtime: 'docker://27.3.1' },
        ...{ kernel: '5.4.0-196-generic', system: 'Ubuntu 20.04.6 LTS' },
      },
    ],
    workloads: [
      portal('Deployment', 'portal', 'registry.acme.example:5000/legacy/portal:2021.4', 2),
      portal(
        'Deployment',
        'portal-search',
        'registry.acme.example:5000/legacy/portal-search:latest',
      ),
      portal('StatefulSet', 'mysql', 'mysql:5.7'),
      portal('Deployment', 'mail-relay', 'registry.acme.example:5000/legacy/mail-relay:3'),
    ],
  },
];
