/** The least that every installation says. */
export const url = { publicUrl: 'https://eventide.example.com' };
/** Two pods at CloudNativePG. */
export const postgres = {
  ...url,
  database: { app: { existingSecret: 'eventide-db-app' } },
  authSecret: { existingSecret: 'eventide' },
};
/** One pod with the database that it brings. */
export const embedded = { ...url, replicaCount: 1, database: { embedded: true } };
/** All that the chart can be told, with a PostgreSQL and roles of its own. */
export const everything = {
  ...postgres,
  image: { repository: 'registry.example.com/eventide', digest: `sha256:${'a'.repeat(64)}` },
  imagePullSecrets: [{ name: 'pull' }],
  commonLabels: { team: 'platform' },
  database: {
    app: { existingSecret: 'roles', usernameKey: 'username', passwordKey: 'password' },
    owner: { existingSecret: 'eventide-db-app', uriKey: 'uri' },
    direct: { existingSecret: 'eventide-db-app', uriKey: 'direct-uri' },
    replica: { existingSecret: 'eventide-db-app', uriKey: 'ro-uri', maxLagSeconds: 5 },
    host: 'eventide-db-rw',
  },
  config: { LOG_LEVEL: 'info', MAX_SCAN_BYTES: 1_000_000 },
  secrets: {
    SMTP_URL: { existingSecret: 'mail', key: 'url' },
    METRICS_TOKEN: { existingSecret: 'metrics', key: 'token' },
  },
  scannerTls: {
    enabled: true,
    existingSecret: 'scanner-tls',
    address: 'scan.example.com',
    service: {
      annotations: { 'example.com/name': 'api' },
      externalTrafficPolicy: 'Local',
      loadBalancerSourceRanges: ['192.0.2.0/24'],
    },
  },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '64m' },
    hosts: ['eventide.example.com'],
    tls: [{ secretName: 'eventide-tls', hosts: ['eventide.example.com'] }],
  },
  metrics: { enabled: true, serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  autoscaling: { enabled: true },
  networkPolicy: {
    enabled: true,
    from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    scannerFrom: [{ ipBlock: { cidr: '192.0.2.0/24' } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    egress: [{ to: [{ podSelector: { matchLabels: { role: 'db' } } }], ports: [{ port: 5432 }] }],
  },
  annotations: { 'reloader.stakater.com/auto': 'true' },
  podAnnotations: { 'example.com/a': 'b' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  nodeSelector: { disk: 'ssd' },
  priorityClassName: 'high',
  extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
  extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca' }],
};
