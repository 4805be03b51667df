import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { packedChart } from '@/cli/release/artifacts';
import { embedded, everything, postgres, url } from './chart-values';
import { type ChartValues, faultsOf, lint, render, type RenderedManifest } from './rendered';

/** The oldest that the chart is for, one of the middle, and the newest that is known here. */
const VERSIONS = ['1.27.0', '1.33.0', '1.37.0'];

const TABLE: readonly (readonly [string, ChartValues, readonly string[]])[] = [
  [
    'one pod with its own database',
    embedded,
    ['Deployment', 'PersistentVolumeClaim', 'Pod', 'Service', 'ServiceAccount'],
  ],
  [
    'one pod with scanners and their own authority',
    { ...embedded, scannerTls: { enabled: true }, persistence: { existingClaim: 'kept' } },
    ['Deployment', 'Pod', 'Service', 'Service', 'ServiceAccount'],
  ],
  [
    'two pods at CloudNativePG',
    postgres,
    ['Deployment', 'Pod', 'PodDisruptionBudget', 'Service', 'ServiceAccount'],
  ],
  [
    'everything',
    everything,
    [
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'NetworkPolicy',
      'Pod',
      'PodDisruptionBudget',
      'Service',
      'Service',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ],
  ],
];

const podSpec = z.looseObject({
  template: z.looseObject({
    spec: z.looseObject({
      automountServiceAccountToken: z.boolean(),
      securityContext: z.looseObject({
        runAsNonRoot: z.boolean(),
        runAsUser: z.number().optional(),
      }),
      containers: z.tuple([
        z.looseObject({
          image: z.string(),
          env: z.array(
            z.looseObject({
              name: z.string(),
              value: z.string().optional(),
              valueFrom: z
                .object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) })
                .optional(),
            }),
          ),
          securityContext: z.looseObject({}),
          startupProbe: z.looseObject({ failureThreshold: z.number(), periodSeconds: z.number() }),
        }),
      ]),
    }),
  }),
  strategy: z.looseObject({ type: z.string() }),
  progressDeadlineSeconds: z.number(),
});

const serviceSpec = z.looseObject({
  type: z.string(),
  ports: z.array(z.looseObject({ name: z.string() })),
});

const monitorSpec = z.looseObject({
  selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
});

function deploymentOf(manifests: readonly RenderedManifest[]) {
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  const { template, strategy, progressDeadlineSeconds } = podSpec.parse(deployment?.spec);
  const [container] = template.spec.containers;
  const variable = (name: string) => container.env.find((one) => one.name === name);
  return { pod: template.spec, container, strategy, progressDeadlineSeconds, variable };
}

describe.each(TABLE)('%s', (_name, values, kinds) => {
  test('passes the linter', () => {
    const { status, text } = lint(values);
    expect({ status, text: status === 0 ? '' : text }).toEqual({ status: 0, text: '' });
  });

  test.each(VERSIONS)('is what Kubernetes %s understands', async (version) => {
    const { manifests, complaint } = render(values, version);
    expect(complaint).toBe('');
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(kinds);
    for (const manifest of manifests) {
      expect({ kind: manifest.kind, faults: await faultsOf(manifest, version) }).toEqual({
        kind: manifest.kind,
        faults: [],
      });
    }
  });

  test('runs as nobody, with nothing to write but its volume', () => {
    const { pod, container } = deploymentOf(render(values, '1.33.0').manifests);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });
});

test('what a release holds is this chart, which the linter takes packed, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'eventide-chart-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [name, content] = await packedChart(process.cwd());
  const file = join(folder, name);
  await writeFile(file, content);
  expect(lint(everything, file)).toMatchObject({ status: 0 });
  const { manifests, complaint } = render(everything, '1.33.0', file);
  expect(complaint).toBe('');
  expect(manifests).toEqual(render(everything, '1.33.0').manifests);
});

test('what Kubernetes does not know is found', async () => {
  const manifest = {
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } },
    spec: { ports: [{ port: '80', tragetPort: 'http' }] },
  };
  const faults = await faultsOf(manifest, '1.33.0');
  expect(JSON.stringify(faults)).toContain('tragetPort');
  expect(JSON.stringify(faults)).toContain('/spec/ports/0/port');
});

test('whoever restarts pods for a changed secret finds the deployment by its annotation', () => {
  const { manifests } = render(everything, '1.33.0');
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  expect(deployment?.metadata['annotations']).toEqual(everything.annotations);
});

test('secrets come from secrets that are there, each by its name', () => {
  const { variable, container } = deploymentOf(render(everything, '1.33.0').manifests);
  expect(variable('DATABASE_URL')?.value).toBe(
    'postgres://$(DATABASE_URL_USER):$(DATABASE_URL_PASSWORD)@eventide-db-rw:5432/eventide',
  );
  expect(variable('DATABASE_OWNER_URL')?.valueFrom?.secretKeyRef).toEqual({
    name: 'eventide-db-app',
    key: 'uri',
  });
  expect(variable('DATABASE_DIRECT_URL')?.valueFrom?.secretKeyRef).toEqual({
    name: 'eventide-db-app',
    key: 'direct-uri',
  });
  expect(variable('DATABASE_REPLICA_URL')?.valueFrom?.secretKeyRef).toEqual({
    name: 'eventide-db-app',
    key: 'ro-uri',
  });
  expect(variable('DATABASE_REPLICA_LAG_SECONDS')?.value).toBe('5');
  expect(variable('SMTP_URL')?.valueFrom?.secretKeyRef).toEqual({ name: 'mail', key: 'url' });
  expect(variable('MAX_SCAN_BYTES')?.value).toBe('1000000');
  expect(container.image).toBe(`registry.example.com/eventide@sha256:${'a'.repeat(64)}`);
});

test.each<[ChartValues, string]>([
  [{}, 'eventide-db-rw:5432/eventide'],
  [{ sslmode: 'verify-full' }, 'eventide-db-rw:5432/eventide?sslmode=verify-full'],
  [
    { sslmode: 'verify-full', sslrootcert: '/etc/ca/ca.pem', name: 'eol' },
    'eventide-db-rw:5432/eol?sslmode=verify-full&sslrootcert=/etc/ca/ca.pem',
  ],
  [{ host: '2001:db8::7' }, '[2001:db8::7]:5432/eventide'],
  [{ host: 'a.db:5433,b.db' }, 'a.db:5433,b.db:5432/eventide'],
])('an address by host is made of %j', (more, expected) => {
  const database = { ...everything.database, ...more };
  const { variable } = deploymentOf(render({ ...everything, database }, '1.33.0').manifests);
  expect(variable('DATABASE_URL')?.value).toBe(
    `postgres://$(DATABASE_URL_USER):$(DATABASE_URL_PASSWORD)@${expected}`,
  );
});

test('new pods migrate while the old ones go on, and are given time for it', () => {
  const { strategy, container, progressDeadlineSeconds } = deploymentOf(
    render(postgres, '1.33.0').manifests,
  );
  expect(strategy).toEqual({
    type: 'RollingUpdate',
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 },
  });
  const { failureThreshold, periodSeconds } = container.startupProbe;
  expect(failureThreshold * periodSeconds).toBe(1800);
  const slow = deploymentOf(
    render({ ...postgres, startup: { maxSeconds: 7200 } }, '1.33.0').manifests,
  );
  expect([progressDeadlineSeconds, slow.progressDeadlineSeconds]).toEqual([2400, 7800]);
  expect(deploymentOf(render(embedded, '1.33.0').manifests).strategy.type).toBe('Recreate');
});

test('the cluster chooses whom pods run as where that was said, and any number may be named', () => {
  const contextOf = (runAs: unknown) =>
    deploymentOf(render({ ...postgres, runAs }, '1.33.0').manifests).pod.securityContext;
  expect(contextOf('')).toEqual({
    ...{ runAsNonRoot: true, fsGroupChangePolicy: 'OnRootMismatch' },
    seccompProfile: { type: 'RuntimeDefault' },
  });
  // As OpenShift numbers them.
  expect(contextOf(1_000_680_000)).toMatchObject({
    ...{ runAsUser: 1_000_680_000, runAsGroup: 1_000_680_000, fsGroup: 1_000_680_000 },
  });
});

test('the pod of `helm test` runs where the others may', () => {
  const { manifests } = render({ ...everything, runAs: '' }, '1.33.0');
  const { tolerations, nodeSelector, priorityClassName } = everything;
  expect(manifests.find(({ kind }) => kind === 'Pod')?.spec).toMatchObject({
    ...{ tolerations, nodeSelector, priorityClassName },
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  });
});

test('metrics have a service of their own, which the monitor alone selects, and stay inside the cluster', () => {
  const service = { type: 'LoadBalancer' };
  const { manifests } = render({ ...everything, service }, '1.33.0');
  const services = manifests.filter(({ kind }) => kind === 'Service');
  const ports = services.map(({ metadata, spec }) => {
    const { type, ports: all } = serviceSpec.parse(spec);
    return [metadata.name, type, ...all.map(({ name }) => name)];
  });
  expect(ports.toSorted()).toEqual([
    ['shop-eventide', 'LoadBalancer', 'http'],
    ['shop-eventide-metrics', 'ClusterIP', 'metrics'],
    ['shop-eventide-scanner', 'LoadBalancer', 'scanner'],
  ]);
  const monitor = manifests.find(({ kind }) => kind === 'ServiceMonitor');
  const { selector } = monitorSpec.parse(monitor?.spec);
  const selected = services.filter(({ metadata: { labels } }) =>
    Object.entries(selector.matchLabels).every(([label, value]) => labels?.[label] === value),
  );
  expect(selected.map(({ metadata }) => metadata.name)).toEqual(['shop-eventide-metrics']);
});

const policySpec = z.looseObject({
  ingress: z.array(
    z.looseObject({
      ports: z.array(z.looseObject({ port: z.string() })),
      from: z
        .array(
          z.looseObject({
            podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
          }),
        )
        .optional(),
    }),
  ),
});

test.each<[string, ChartValues]>([
  ['by its name', everything],
  ['by a name as long as one may be', { ...everything, nameOverride: 'n'.repeat(63) }],
])('the pod of `helm test` is let in where others are named, %s', (_name, values) => {
  const { manifests, complaint } = render(values, '1.33.0');
  expect(complaint).toBe('');
  const policy = manifests.find(({ kind }) => kind === 'NetworkPolicy');
  const pages = policySpec
    .parse(policy?.spec)
    .ingress.find(({ ports }) => ports.some(({ port }) => port === 'http'));
  const { labels } = manifests.find(({ kind }) => kind === 'Pod')?.metadata ?? {};
  expect(pages?.from).toHaveLength(2);
  expect(pages?.from).toContainEqual({ podSelector: { matchLabels: labels } });
  for (const label of Object.values(labels ?? {})) expect(label.length).toBeLessThanOrEqual(63);
});

test.each<[string, ChartValues, string]>([
  ['behind the ingress', everything, 'true'],
  ['with nothing in front', { ...postgres, service: { type: 'LoadBalancer' } }, 'false'],
  ['behind a proxy that was named', { ...postgres, trustProxy: true }, 'true'],
  ['behind the ingress, where that was refused', { ...everything, trustProxy: false }, 'false'],
])('who forwards is believed: %s', (_name, values, expected) => {
  const { variable } = deploymentOf(render(values, '1.33.0').manifests);
  expect(variable('TRUST_PROXY')?.value).toBe(expected);
});

const scannersBy = (service: ChartValues): ChartValues => ({
  ...postgres,
  scannerTls: { enabled: true, existingSecret: 'scanner-tls', service },
});

test.each<[string, ChartValues]>([
  ['networks at a balancer', { loadBalancerSourceRanges: ['192.0.2.0/24'] }],
  ['where they came from at a port of nodes', { type: 'NodePort', externalTrafficPolicy: 'Local' }],
  ['a balancer as the cluster has it', { externalTrafficPolicy: '' }],
])('scanners come by %s', (_name, service) => {
  const { manifests, complaint } = render(scannersBy(service), '1.33.0');
  expect(complaint).toBe('');
  const made = manifests.find(({ metadata }) => metadata.name === 'shop-eventide-scanner');
  const { externalTrafficPolicy: policy } = z
    .looseObject({ externalTrafficPolicy: z.string().optional() })
    .parse(made?.spec);
  expect(policy).toBe(service['externalTrafficPolicy'] || undefined);
});

const onVolume = { BACKUP_DIR: '/backups/eventide' };

test.each<[string, ChartValues]>([
  ['the volume of the database', { ...embedded, config: { BACKUP_DIR: '/data/backups' } }],
  [
    'a volume that is named',
    {
      ...postgres,
      config: onVolume,
      extraVolumes: [{ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } }],
      extraVolumeMounts: [{ name: 'backups', mountPath: '/backups/' }],
    },
  ],
])('backups are kept on %s', (_name, values) => {
  expect(render(values, '1.33.0').complaint).toBe('');
});

test.each<[string, ChartValues, RegExp]>([
  [
    'backups that go with the pod',
    { ...postgres, config: { BACKUP_DIR: '/data' } },
    /config\.BACKUP_DIR/,
  ],
  ['backups on no volume', { ...embedded, config: onVolume }, /config\.BACKUP_DIR/],
  ['less time to end than it takes', { ...postgres, drainSeconds: 26 }, /drainSeconds and 20/],
  ['no address', { database: { embedded: true } }, /publicUrl/],
  ['two pods on one embedded database', { ...embedded, replicaCount: 2 }, /one pod only/],
  [
    'a user without a name for the embedded database',
    { ...embedded, runAs: '' },
    /runAs: database\.embedded wants 10001/,
  ],
  [
    'an authority that nothing is checked by',
    { ...everything, database: { ...everything.database, sslrootcert: '/etc/ca/ca.pem' } },
    /database\.sslrootcert/,
  ],
  [
    'encryption that whole addresses would not have',
    { ...postgres, database: { ...postgres.database, sslmode: 'verify-full' } },
    /config\.PGSSLMODE/,
  ],
  ['no database', { ...url, authSecret: { existingSecret: 'a' } }, /database\.app\.existingSecret/],
  ['no common secret', { ...postgres, authSecret: {} }, /authSecret\.existingSecret/],
  [
    'an authority for each pod',
    { ...postgres, scannerTls: { enabled: true } },
    /name a certificate/,
  ],
  ['a secret written down', { ...postgres, config: { SMTP_URL: 'smtp://a' } }, /SMTP_URL/],
  ['what the chart sets itself', { ...postgres, config: { PORT: 1 } }, /PORT/],
  [
    'what the chart sets itself, from a secret',
    { ...postgres, secrets: { DATABASE_REPLICA_URL: { existingSecret: 'a', key: 'b' } } },
    /DATABASE_REPLICA_URL/,
  ],
  [
    'more pods at least than at most',
    { ...postgres, autoscaling: { enabled: true, minReplicas: 7 } },
    /minReplicas/,
  ],
  [
    'more pods with load where nobody says what a pod asks for',
    { ...postgres, autoscaling: { enabled: true }, resources: { requests: { cpu: null } } },
    /resources\.requests\.cpu/,
  ],
  [
    'networks that nothing heeds',
    scannersBy({ type: 'NodePort', loadBalancerSourceRanges: ['192.0.2.0/24'] }),
    /scannerTls\.service\.loadBalancerSourceRanges/,
  ],
  [
    'a policy of traffic from outside where there is none',
    scannersBy({ type: 'ClusterIP', externalTrafficPolicy: 'Local' }),
    /scannerTls\.service\.externalTrafficPolicy/,
  ],
  [
    'nodes that can never be emptied',
    { ...postgres, podDisruptionBudget: { maxUnavailable: '0%' } },
    /maxUnavailable/,
  ],
  ['a word that is none', { ...postgres, replicas: 3 }, /replicas/],
  ['an address with a path', { ...postgres, publicUrl: 'https://example.com/x' }, /publicUrl/],
])('refuses %s', (_name, values, complaint) => {
  const { manifests, complaint: said } = render(values, '1.33.0');
  expect(manifests).toEqual([]);
  expect(said).toMatch(complaint);
});
