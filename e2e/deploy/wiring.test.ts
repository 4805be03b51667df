import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { everything, postgres } from './chart-values';
import { CHART, type ChartValues, render } from './rendered';

/** A manifest that says what Helm would print. */
const SAID = `apiVersion: v1
kind: ConfigMap
metadata:
  name: said
spec:
  text: {{ tpl (.Files.Get "notes.txt") . | toJson }}
`;

/** What the schemas of Kubernetes leave open: whether the parts of a release lead to each other. */
const labels = z.record(z.string(), z.string());
const secretKey = z.object({ name: z.string(), key: z.string() });
const selector = z.object({ matchLabels: labels });
const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const deploymentSpec = z.looseObject({
  selector,
  template: z.looseObject({
    metadata: z.looseObject({ labels }),
    spec: z.looseObject({
      containers: z.tuple([
        z.looseObject({
          ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
          env: z.array(
            z.looseObject({
              name: z.string(),
              value: z.string().optional(),
              valueFrom: z.object({ secretKeyRef: secretKey }).optional(),
            }),
          ),
          startupProbe: probe,
          livenessProbe: probe,
          readinessProbe: probe,
          volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
        }),
      ]),
      volumes: z.array(z.looseObject({ name: z.string() })),
    }),
  }),
});
const serviceSpec = z.looseObject({
  selector: labels,
  ports: z.array(z.looseObject({ name: z.string(), targetPort: z.string() })),
});

/** A release of these values, to ask for its parts. */
function released(values: ChartValues) {
  const { manifests, complaint } = render(values, '1.33.0');
  if (complaint !== '') throw new Error(complaint);
  const one = (kind: string, name = 'shop-eventide') => {
    const found = manifests.filter(
      (manifest) => manifest.kind === kind && manifest.metadata.name === name,
    );
    expect(found).toHaveLength(1);
    return found[0]?.spec;
  };
  const deployment = deploymentSpec.parse(one('Deployment'));
  const { template } = deployment;
  const [container] = template.spec.containers;
  return {
    one,
    deployment,
    container,
    pod: { labels: template.metadata.labels, volumes: template.spec.volumes },
    portOf: (name: string) => container.ports.find((port) => port.name === name)?.containerPort,
    valueOf: (name: string) => container.env.find((variable) => variable.name === name)?.value,
    secretOf: (name: string) =>
      container.env.find((variable) => variable.name === name)?.valueFrom?.secretKeyRef,
  };
}

const whole = released(everything);
/** What everything selects the pods by. */
const byPods = {
  'app.kubernetes.io/name': 'eventide',
  'app.kubernetes.io/instance': 'shop',
};

test('the deployment has the pods that it makes', () => {
  expect(whole.deployment.selector.matchLabels).toEqual(byPods);
  expect(whole.pod.labels).toMatchObject(byPods);
});

describe('secrets', () => {
  test("the address of CloudNativePG's database is the whole one", () => {
    const { secretOf, valueOf } = released(postgres);
    expect(secretOf('DATABASE_URL')).toEqual({ name: 'eventide-db-app', key: 'uri' });
    expect(valueOf('DATABASE_URL')).toBeUndefined();
  });

  test.each<[string, ChartValues, string]>([
    ['under its own name', postgres, 'AUTH_SECRET'],
    [
      'under another one',
      { ...postgres, authSecret: { existingSecret: 'eventide', key: 'auth' } },
      'auth',
    ],
  ])('what signs sessions is in the secret that was named, %s', (_name, values, key) => {
    expect(released(values).secretOf('AUTH_SECRET')).toEqual({ name: 'eventide', key });
  });

  test('the certificate for scanners is where the variables say, and its port is open', () => {
    const folder = whole.container.volumeMounts.find(({ name }) => name === 'scanner-tls');
    expect(folder).toMatchObject({ mountPath: '/etc/eventide/scanner-tls', readOnly: true });
    expect(whole.pod.volumes).toContainEqual(
      expect.objectContaining({
        name: 'scanner-tls',
        secret: expect.objectContaining({ secretName: 'scanner-tls' }),
      }),
    );
    // As secrets of the type kubernetes.io/tls name them.
    expect(whole.valueOf('SCANNER_TLS_CERT')).toBe('/etc/eventide/scanner-tls/tls.crt');
    expect(whole.valueOf('SCANNER_TLS_KEY')).toBe('/etc/eventide/scanner-tls/tls.key');
    expect(whole.valueOf('SCANNER_TLS_PORT')).toBe(String(whole.portOf('scanner')));
  });
});

test('scanners are sent to the address of their service, once it is known', () => {
  expect(whole.valueOf('SCANNER_ADDRESS')).toBe('scan.example.com');
  const { address: _address, ...scannerTls } = everything.scannerTls;
  expect(released({ ...everything, scannerTls }).valueOf('SCANNER_ADDRESS')).toBeUndefined();
});

test('each probe asks what it is for, at the port of the pages', () => {
  const { startupProbe, livenessProbe, readinessProbe } = whole.container;
  expect(
    [startupProbe, livenessProbe, readinessProbe].map(({ httpGet: { path, port } }) => [
      path,
      port,
    ]),
  ).toEqual([
    ['/healthz', 'http'],
    ['/livez', 'http'],
    ['/readyz', 'http'],
  ]);
  expect(whole.valueOf('PORT')).toBe(String(whole.portOf('http')));
});

test.each([
  ['every address of IPv4', postgres, '0.0.0.0'],
  ['those of both kinds, where that was said', { ...postgres, listenOn: '::' }, '::'],
])('pods listen at %s, scanners and metrics with the pages', (_name, values, address) => {
  const { valueOf } = released({
    ...{ ...values, metrics: { enabled: true } },
    scannerTls: { enabled: true, existingSecret: 'scanner-tls' },
  });
  expect([valueOf('HOST'), valueOf('METRICS_HOST')]).toEqual([address, address]);
  // Unset: it is HOST.
  expect(valueOf('SCANNER_TLS_HOST')).toBeUndefined();
});

test('the budget counts the pods, and the scaler scales their deployment', () => {
  const budget = z.looseObject({ selector }).parse(whole.one('PodDisruptionBudget'));
  expect(budget.selector.matchLabels).toEqual(byPods);
  const scaler = z
    .looseObject({ scaleTargetRef: z.looseObject({}) })
    .parse(whole.one('HorizontalPodAutoscaler'));
  const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop-eventide' };
  expect(scaler.scaleTargetRef).toEqual(target);
});

test.each([
  ['shop-eventide', 'http'],
  ['shop-eventide-scanner', 'scanner'],
  ['shop-eventide-metrics', 'metrics'],
])('the service %s leads to a port of the pods that is open', (name, port) => {
  const service = serviceSpec.parse(whole.one('Service', name));
  expect(service.selector).toEqual(byPods);
  expect(service.ports).toEqual([expect.objectContaining({ name: port, targetPort: port })]);
  expect(whole.portOf(port)).toBeGreaterThan(0);
});

test('the ingress leads each name, with all paths, to the service of the pages', () => {
  const { rules } = z.looseObject({ rules: z.array(z.unknown()) }).parse(whole.one('Ingress'));
  const backend = { service: { name: 'shop-eventide', port: { name: 'http' } } };
  expect(rules).toEqual([
    {
      host: 'eventide.example.com',
      http: { paths: [{ path: '/', pathType: 'Prefix', backend }] },
    },
  ]);
});

describe('metrics', () => {
  const endpointsOf = (release: ReturnType<typeof released>) =>
    z.looseObject({ endpoints: z.array(z.unknown()) }).parse(release.one('ServiceMonitor'))
      .endpoints;

  test('are read with the token that pods ask for', () => {
    const token = { name: 'metrics', key: 'token' };
    expect(whole.secretOf('METRICS_TOKEN')).toEqual(token);
    expect(endpointsOf(whole)).toEqual([
      {
        ...{ port: 'metrics', path: '/metrics', interval: '30s' },
        authorization: { credentials: token },
      },
    ]);
    expect(whole.valueOf('METRICS_PORT')).toBe(String(whole.portOf('metrics')));
    expect(whole.valueOf('METRICS_HOST')).toBe('0.0.0.0');
  });

  test('are read without one where there is none', () => {
    const open = released({ ...everything, secrets: {} });
    expect(endpointsOf(open)).toEqual([{ port: 'metrics', path: '/metrics', interval: '30s' }]);
  });
});

describe('the policy of the network', () => {
  const policySpec = z.looseObject({
    podSelector: selector,
    policyTypes: z.array(z.string()),
    ingress: z.array(z.looseObject({ ports: z.array(z.looseObject({ port: z.string() })) })),
    egress: z.array(z.unknown()).optional(),
  });
  const { scannerFrom, metricsFrom, egress } = everything.networkPolicy;
  const rulesAt = (policy: z.infer<typeof policySpec>, port: string) =>
    policy.ingress.filter(({ ports }) => ports.some((one) => one.port === port));

  test('lets those read metrics who were named, and pods go where was said, and to names', () => {
    const policy = policySpec.parse(whole.one('NetworkPolicy'));
    expect(policy.podSelector.matchLabels).toEqual(byPods);
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(rulesAt(policy, 'metrics')).toEqual([
      { ports: [{ port: 'metrics', protocol: 'TCP' }], from: metricsFrom },
    ]);
    const dns = ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol }));
    expect(policy.egress).toEqual([{ ports: dns }, ...egress]);
  });

  test("lets pods ask the cluster's DNS where that listens", () => {
    const networkPolicy = { ...everything.networkPolicy, dnsPorts: [53, 5353] };
    const policy = policySpec.parse(
      released({ ...everything, networkPolicy }).one('NetworkPolicy'),
    );
    const ports = [53, 5353].flatMap((port) =>
      ['UDP', 'TCP'].map((protocol) => ({ port, protocol })),
    );
    expect(policy.egress).toEqual([{ ports }, ...egress]);
  });

  const scanners = { ports: [{ port: 'scanner', protocol: 'TCP' }] };
  test.each([
    ['whom it was told', {}, [{ ...scanners, from: scannerFrom }]],
    ['everybody, where nothing was said', { scannerFrom: [] }, [scanners]],
  ])('lets come to the listener of scanners %s', (_who, more, expected) => {
    const networkPolicy = { ...everything.networkPolicy, ...more };
    const { one } = released({ ...everything, networkPolicy });
    expect(rulesAt(policySpec.parse(one('NetworkPolicy')), 'scanner')).toEqual(expected);
  });

  test('says nothing of scanners where they have no listener', () => {
    const { one } = released({ ...everything, scannerTls: { enabled: false } });
    expect(rulesAt(policySpec.parse(one('NetworkPolicy')), 'scanner')).toEqual([]);
  });

  test('lets nobody read metrics, and pods go anywhere, where nothing was said', () => {
    const { one } = released({ ...everything, networkPolicy: { enabled: true } });
    const policy = policySpec.parse(one('NetworkPolicy'));
    expect(policy.policyTypes).toEqual(['Ingress']);
    expect(policy.egress).toBeUndefined();
    expect(rulesAt(policy, 'metrics')).toEqual([]);
  });
});

test('what is said after the release asks the log of every pod, and the service', async () => {
  // Helm prints it where a cluster is at hand alone: here it is a part of what a release consists of.
  const folder = await mkdtemp(join(tmpdir(), 'eventide-notes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const chart = join(folder, 'eventide');
  await cp(CHART, chart, { recursive: true });
  await rename(join(chart, 'templates/NOTES.txt'), join(chart, 'notes.txt'));
  await writeFile(join(chart, 'templates/said.yaml'), SAID);
  const saidOf = (values: ChartValues) => {
    const { manifests, complaint } = render(values, '1.33.0', chart);
    expect(complaint).toBe('');
    const said = manifests.find(({ metadata }) => metadata.name === 'said');
    return z.looseObject({ spec: z.object({ text: z.string() }) }).parse(said).spec.text;
  };
  const ingress = saidOf(everything);
  const selector = Object.entries(byPods).map(([name, value]) => `${name}=${value}`);
  expect(ingress).toContain(`kubectl --namespace tools logs --selector ${selector.join(',')} --`);
  expect(ingress).not.toContain('port-forward');
  const { address: _address, ...scannerTls } = everything.scannerTls;
  const forScanners = 'kubectl --namespace tools get service shop-eventide-scanner\n';
  expect(saidOf({ ...everything, scannerTls })).toContain(forScanners);
  expect(ingress).not.toContain(forScanners);
  const { service } = z
    .object({ service: z.object({ port: z.number() }) })
    .parse(parse(await readFile(join(CHART, 'values.yaml'), 'utf8')));
  expect(saidOf(postgres)).toContain(
    `port-forward service/shop-eventide 3000:${String(service.port)}\n`,
  );
});
