import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { told } from './told';

export const CHART = 'deploy/helm/eventide';

/** Values of the chart, as a file would hold them. */
export type ChartValues = Readonly<Record<string, unknown>>;

/** Runs Helm with values on its standard input. */
export function runHelm(
  command: readonly string[],
  values: ChartValues,
): { readonly status: number | null; readonly text: string; readonly complaint: string } {
  const { status, stdout, stderr } = spawnSync(told('E2E_HELM'), [...command, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  return { status, text: stdout, complaint: stderr };
}

export const lint = (values: ChartValues, chart = CHART) =>
  runHelm(['lint', '--strict', chart], values);

/** What every manifest has. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.unknown().optional(),
});
export type RenderedManifest = z.infer<typeof manifestSchema>;

/** What a release of these values consists of, or why it cannot be. */
export function render(
  values: ChartValues,
  version: string,
  chart = CHART,
): { readonly manifests: readonly RenderedManifest[]; readonly complaint: string } {
  const command = ['template', 'shop', chart, '--kube-version', version, '--namespace', 'tools'];
  const { status, text, complaint } = runHelm(command, values);
  if (status !== 0) return { manifests: [], complaint };
  const documents = parseAllDocuments(text).map((document) => document.toJS() as unknown);
  return {
    manifests: documents.filter((one) => one !== null).map((one) => manifestSchema.parse(one)),
    complaint,
  };
}

interface Validator {
  (data: unknown): boolean;
  errors?: readonly unknown[] | null;
}

const monitorModule = z.object({
  validate: z.custom<Validator>((value) => typeof value === 'function'),
});

const ajvs = new Map<string, Promise<Ajv2020>>();

/** The formats say how numbers are kept, of which JSON knows nothing. */
async function schemasOf(version: string): Promise<Ajv2020> {
  const folder = join(told('E2E_KUBERNETES_SCHEMAS'), `v${version}-local-strict`);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const definitions: unknown = JSON.parse(
    await readFile(join(folder, '_definitions.json'), 'utf8'),
  );
  // As the schemas name it.
  ajv.addSchema(z.looseObject({}).parse(definitions), '/api/_definitions.json');
  return ajv;
}

/** `deployment-apps-v1.json`; groups of the core have none, others are known by their first word. */
function schemaFile({ apiVersion, kind }: RenderedManifest): string {
  const [group, version] = apiVersion.includes('/')
    ? apiVersion.split('/')
    : [undefined, apiVersion];
  return `${[kind.toLowerCase(), group?.split('.')[0], version].filter(Boolean).join('-')}.json`;
}

/** Holds a manifest against the schema that Kubernetes, or Prometheus' operator, has for its kind. */
export async function faultsOf(
  one: RenderedManifest,
  version: string,
): Promise<readonly unknown[]> {
  if (one.kind === 'ServiceMonitor') {
    const found: unknown = await import(pathToFileURL(told('E2E_MONITOR_SCHEMA')).href);
    const { validate } = monitorModule.parse(found);
    return validate(one) ? [] : (validate.errors ?? ['refused']);
  }
  const ajv = await (ajvs.get(version) ?? ajvs.set(version, schemasOf(version)).get(version));
  if (!ajv) return ['no schemas'];
  const file = schemaFile(one);
  const path = join(told('E2E_KUBERNETES_SCHEMAS'), `v${version}-local-strict`, file);
  const validate =
    ajv.getSchema(file) ??
    ajv.compile({
      ...z.looseObject({}).parse(JSON.parse(await readFile(path, 'utf8'))),
      $id: file,
    });
  return validate(one) ? [] : (validate.errors ?? ['refused']);
}
