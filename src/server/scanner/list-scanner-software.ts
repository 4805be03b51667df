import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { supportRecord } from '@/server/coverage/dto';
import { day, estimatedFrom, evidenceDegree } from '@/server/platform/trpc/outputs';
import { listScannerSoftware as list } from '@/server/software/service/found';
import { permitted } from '@/server/platform/trpc/init';

export const listScannerSoftwareOutput = z.array(
  z
    .object({
      product_name: z.string(),
      product_permalink: z.string().nullable(),
      release_cycle: z.string(),
      eol_date: day,
      estimated_from: estimatedFrom,
      evidence: evidenceDegree,
      contract: supportRecord.optional(),
      lts: z.boolean().nullable(),
      artifact_type: z.string(),
      images: z.number().int().describe('Image tags that hold it'),
    })
    .meta({
      id: 'ScannerSoftware',
      example: {
        product_name: 'Debian Linux',
        product_permalink: 'https://endoflife.date/debian',
        release_cycle: '11',
        eol_date: '2026-08-31',
        evidence: 'catalog',
        lts: false,
        artifact_type: 'deb',
        images: 12,
      },
    }),
);

export const listScannerSoftwareMeta = rest({
  method: 'GET',
  path: '/v1/scanner/eol_software',
  summary: 'List software for scanners',
  description:
    'All software of the organization that has an end of life. Ordered by end of life, product, release cycle and artifact type.',
  tag: 'Scanner',
  atRoot: true,
});

export const listScannerSoftware = permitted('scanner-list:read')
  .meta(listScannerSoftwareMeta)
  .output(listScannerSoftwareOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
