import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { embedded } from './chart-values';
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
  const command = /^helm upgrade [^`]*?[^\\]$/m.exec(guide)?.[0] ?? '';
  expect(command).toContain('--set persistence.existingClaim');
  expect(command).toContain('--reset-then-reuse-values');
});
