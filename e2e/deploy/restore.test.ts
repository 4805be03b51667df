import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { embedded, everything, postgres } from './chart-values';
import { faultsOf, manifestSchema, render } from './rendered';

const page = readFileSync('src/app/docs/backups/page.mdx', 'utf8');
const guide = page.slice(page.indexOf('### In Kubernetes'), page.indexOf('## On a schedule'));
const block = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
const printed = parseAllDocuments(block).map((one) => manifestSchema.parse(one.toJS()));

const podSchema = z.looseObject({
  template: z.looseObject({
    spec: z.looseObject({
      securityContext: z.looseObject({ runAsUser: z.number(), fsGroup: z.number() }),
      containers: z.tuple([
        z.looseObject({
          volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
        }),
      ]),
      volumes: z.array(
        z.looseObject({
          name: z.string(),
          persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
        }),
      ),
    }),
  }),
});

test.each(['1.27.0', '1.33.0', '1.37.0'])(
  'Kubernetes %s understands what the page has people restore with',
  async (version) => {
    expect(printed.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Job']);
    for (const manifest of printed) expect(await faultsOf(manifest, version)).toEqual([]);
  },
);

test('what it restores into is what the chart is given, at the same place and for the same user', () => {
  const [claim, job] = printed;
  const persistence = { existingClaim: claim?.metadata.name };
  const authSecret = { existingSecret: 'eventide' };
  const { manifests, complaint } = render({ ...embedded, persistence, authSecret }, '1.33.0');
  expect(complaint).toBe('');
  const partsOf = (spec: unknown) => {
    const { securityContext, containers, volumes } = podSchema.parse(spec).template.spec;
    return {
      users: [securityContext.runAsUser, securityContext.fsGroup],
      data: containers[0].volumeMounts.find(({ name }) => name === 'data')?.mountPath,
      claim: volumes.find(({ name }) => name === 'data')?.persistentVolumeClaim?.claimName,
    };
  };
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  expect(partsOf(job?.spec)).toEqual(partsOf(deployment?.spec));
  expect(guide).toContain(`--set persistence.existingClaim=${claim?.metadata.name ?? ''}`);
});

test('what was set before stays set: a release that is there loses nothing else by it', () => {
  const commands = [...page.matchAll(/^helm upgrade [^`]*?[^\\]$/gm)].map(([command]) => command);
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect(command).toContain('--reset-then-reuse-values');
  expect(commands.some((one) => one.includes('--set persistence.existingClaim'))).toBe(true);
});

test('what the chart of a release before had no value for is as it is by itself: --reuse-values brings none', () => {
  const { networkPolicy, database } = everything;
  const unsaid = {
    ...{ listenOn: null, runAs: null, annotations: null },
    networkPolicy: { ...networkPolicy, dnsPorts: null },
    database: { ...database, sslmode: null, sslrootcert: null },
  };
  const values = { ...everything, annotations: {} };
  const before = render({ ...values, ...unsaid }, '1.33.0');
  expect(before.complaint).toBe('');
  expect(before.manifests).toEqual(render(values, '1.33.0').manifests);
});

test('Helm itself stops the service and starts it again: what another has set it would not change', () => {
  expect(page).not.toMatch(/^kubectl scale /m);
  const counts = [...page.matchAll(/--set replicaCount=(\d+)/g)].map(([, count]) => Number(count));
  expect(counts).toEqual([0, 1, 0, 2]);
  for (const values of [embedded, { ...postgres, autoscaling: { enabled: true } }]) {
    const { manifests, complaint } = render({ ...values, replicaCount: 0 }, '1.33.0');
    expect(complaint).toBe('');
    const deployment = manifests.find(({ kind }) => kind === 'Deployment');
    expect(deployment?.spec).toMatchObject({ replicas: 0 });
    expect(manifests.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
  }
});
