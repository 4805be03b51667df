import { z } from 'zod';
import { invalid } from '@/domain/errors';
import { storedText } from '@/domain/validation/fields';
import { clusterName, imageText, labelsOfObject, objectName } from './inventory';
import { ownerOf, type RunningContainer, runningContainer, runningImage } from './report';

/** What Trivy Operator sends: one report on one container of one workload, or on something else. */

const trivyObject = z.object({
  apiVersion: objectName.nullish(),
  kind: objectName.nullish(),
  metadata: z
    .object({
      name: objectName.nullish(),
      namespace: objectName.nullish(),
      labels: labelsOfObject,
    })
    .nullish(),
  report: z
    .object({
      artifact: z
        .object({
          repository: imageText.nullish(),
          tag: imageText.nullish(),
          digest: imageText.nullish(),
        })
        .nullish(),
      registry: z.object({ server: imageText.nullish() }).nullish(),
      os: z.object({ family: objectName.nullish(), name: objectName.nullish() }).nullish(),
      components: z
        .unknown()
        .optional()
        .meta({ description: 'Of an SbomReport: a CycloneDX document' }),
    })
    .nullish(),
});

/** The report itself, or with a verb around it where the operator sends deletions too. */
export const trivyWebhook = trivyObject
  .extend({
    verb: storedText(100).nullish().describe('`update` or `delete`, around an `operatorObject`'),
    operatorObject: trivyObject.nullish(),
  })
  .meta({
    id: 'TrivyOperatorReport',
    example: {
      apiVersion: 'aquasecurity.github.io/v1alpha1',
      kind: 'SbomReport',
      metadata: {
        name: 'replicaset-api-7c9d8f6b5d-api',
        namespace: 'shop',
        labels: {
          'trivy-operator.container.name': 'api',
          'trivy-operator.resource.kind': 'ReplicaSet',
          'trivy-operator.resource.name': 'api-7c9d8f6b5d',
          'trivy-operator.resource.namespace': 'shop',
        },
      },
      report: {
        artifact: { repository: 'acme/shop', tag: '2.4.1', digest: `sha256:${'4f'.repeat(32)}` },
        registry: { server: 'registry.example.com' },
        components: { bomFormat: 'CycloneDX', specVersion: '1.6', components: [] },
      },
    },
  });

export const trivyCluster = clusterName.describe(
  'The name of the cluster, which the report does not say',
);

/** A report in the service's own terms. */
export type TrivyReport =
  | {
      readonly kind: 'container';
      readonly reportKind: string;
      readonly container: RunningContainer;
      /** The CycloneDX document, and where it stands in the body; null when the report has none. */
      readonly sbom: { readonly document: unknown; readonly path: readonly string[] } | null;
    }
  | { readonly kind: 'deletion' }
  /** A report on configuration, secrets or roles. */
  | { readonly kind: 'other'; readonly reportKind: string };

const GROUP = /^aquasecurity\.github\.io\//;
/** The kinds that say which image a container runs. */
const OF_IMAGES = new Set(['SbomReport', 'VulnerabilityReport']);
const LABEL = {
  kind: 'trivy-operator.resource.kind',
  name: 'trivy-operator.resource.name',
  namespace: 'trivy-operator.resource.namespace',
  container: 'trivy-operator.container.name',
} as const;

/**
 * Reads a report that its schema has accepted.
 * @throws DomainError 422 for what is no report of the operator, and for one on an image that does not name it
 */
export function readTrivyWebhook(body: z.output<typeof trivyWebhook>): TrivyReport {
  const isWrapped = body.operatorObject !== undefined && body.operatorObject !== null;
  const object = body.operatorObject ?? body;
  const path = isWrapped ? ['operatorObject'] : [];
  // The operator sends with it what it read last, mostly the report of something that still runs (trivy-operator#2377),
  // so nothing of that is looked at.
  if (isWrapped && body.verb?.toLowerCase() === 'delete') return { kind: 'deletion' };
  const reportKind = object.kind || kindByContent(object);
  if (reportKind === null || (object.apiVersion && !GROUP.test(object.apiVersion))) {
    const msg = 'Value error, no report of Trivy Operator: expected its apiVersion and kind';
    throw invalid([{ loc: ['body', ...path, 'kind'], msg, type: 'value_error' }]);
  }
  if (!OF_IMAGES.has(reportKind)) return { kind: 'other', reportKind };
  return { kind: 'container', reportKind, ...containerOf(object, path) };
}

type TrivyObject = z.output<typeof trivyObject>;

function kindByContent({ report }: TrivyObject): string | null {
  if (!report?.artifact) return null;
  if (report.components !== undefined && report.components !== null) return 'SbomReport';
  return report.os ? 'VulnerabilityReport' : null;
}

function workloadOf({ metadata }: TrivyObject) {
  const labels = metadata?.labels ?? {};
  const [resourceName, container] = [labels[LABEL.name], labels[LABEL.container]];
  if (!resourceName || !container) return null;
  const namespace = labels[LABEL.namespace] ?? metadata?.namespace ?? '';
  return { namespace, resourceName, container };
}

function containerOf(object: TrivyObject, path: readonly string[]) {
  const workload = workloadOf(object);
  const { report } = object;
  const repository = report?.artifact?.repository ?? '';
  if (!workload) missing([...path, 'metadata', 'labels', LABEL.name]);
  if (repository === '') missing([...path, 'report', 'artifact', 'repository']);
  const { namespace, resourceName, container } = workload;
  for (const [at, text] of Object.entries(workload)) {
    if (!objectName.safeParse(text).success) {
      const msg = 'Value error, longer than names in Kubernetes are';
      throw invalid([{ loc: ['body', ...path, 'metadata', at], msg, type: 'value_error' }]);
    }
  }
  const kind = object.metadata?.labels?.[LABEL.kind] ?? '';
  const family = report?.os?.family ?? '';
  const components = report?.components;
  return {
    container: runningContainer({
      namespace,
      owner: kind === '' ? { kind: null, name: resourceName } : ownerOf(kind, resourceName),
      container,
      image: runningImage(
        referenceOf(report?.registry?.server ?? '', repository, report?.artifact?.tag ?? ''),
        report?.artifact?.digest ?? null,
      ),
      pods: null,
      os: family === '' ? null : { family, name: report?.os?.name ?? '' },
    }),
    sbom:
      components === undefined || components === null
        ? null
        : { document: components, path: [...path, 'report', 'components'] },
  };
}

/** Writes an image as pods do: Docker Hub, which the operator names in full, goes without saying. */
function referenceOf(server: string, repository: string, tag: string): string {
  const isDockerHub = server === 'index.docker.io' || server === 'docker.io';
  const name = isDockerHub
    ? repository.replace(/^library\//, '')
    : [server, repository].filter(Boolean).join('/');
  return tag === '' ? name : `${name}:${tag}`;
}

function missing(loc: readonly string[]): never {
  throw invalid([{ loc: ['body', ...loc], msg: 'Field required', type: 'missing' }]);
}
