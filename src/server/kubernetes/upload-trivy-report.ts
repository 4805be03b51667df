import { z } from 'zod';
import { readTrivyWebhook, trivyCluster, trivyWebhook } from '@/domain/cluster/trivy';
import { DomainError } from '@/domain/errors';
import { storedText } from '@/domain/validation/fields';
import type { RequestContext } from '@/server/platform/trpc/context';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { OUTCOMES, storeTrivyReport } from './service/reports';

export const uploadTrivyReportInput = z.object({
  cluster: trivyCluster,
  project: storedText(1_024)
    .describe('Where images go that nobody has scanned; left out: `unassigned`')
    .optional(),
  body: trivyWebhook,
});

export const uploadTrivyReportOutput = z
  .object({
    cluster_id: z.guid(),
    cluster: z.string(),
    report: z
      .string()
      .nullable()
      .describe('The kind of report that came; null for a message that one is gone'),
    outcome: z
      .enum(OUTCOMES)
      .describe(
        '`stored`: the image and where it runs; `noted`: where it runs alone; `ignored`: a report of which nothing is read',
      ),
    message: z.string().describe('The same in words'),
    image: z
      .object({ image_tag_id: z.guid(), url: z.url() })
      .nullable()
      .describe('The scanned image; null where the report has no SBOM'),
    url: z.url().describe('The page of the cluster'),
  })
  .meta({
    id: 'TrivyReportAnswer',
    example: {
      cluster_id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      cluster: 'production',
      report: 'SbomReport',
      outcome: 'stored',
      message: 'The image and where it runs are stored',
      image: {
        image_tag_id: '01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
        url: 'https://eventide.example.com/images/01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
      },
      url: 'https://eventide.example.com/clusters/01931c5e-5b7c-7d9a-8f3e-2a6b4c8d0e1f',
    },
  });

export const uploadTrivyReportMeta = rest({
  method: 'POST',
  path: '/k8s/trivy',
  summary: 'Take a report of Trivy Operator',
  description:
    'For the operator’s webhook, with and without deletions. An SbomReport stores its document as the state of the image, as an upload of an SBOM does, and what the container runs; a VulnerabilityReport what the container runs. Of other reports nothing is read, and the answer says so. What it stores takes the place of what was last known of the same container.',
  tag: 'Clusters',
  errors: [409],
  body: 'cluster-report',
});

/** Gives the digest of a report; only the REST adapter makes one. */
export function reportBodyOf({ scanBody }: RequestContext) {
  if (!scanBody)
    throw new DomainError('unsupported_media_type', 'Reports are sent to the REST API');
  return scanBody;
}

export const uploadTrivyReport = permitted('cluster:report')
  .meta(uploadTrivyReportMeta)
  .input(uploadTrivyReportInput)
  .output(uploadTrivyReportOutput)
  .mutation(({ ctx, input: { cluster, project = null, body } }) =>
    storeTrivyReport(
      ctx.deps,
      ctx.principal,
      { cluster, project },
      readTrivyWebhook(body),
      reportBodyOf(ctx),
    ),
  );
