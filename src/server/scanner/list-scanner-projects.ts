import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { instant } from '@/server/platform/trpc/outputs';
import { listScannerProjects as list } from '@/server/project/service';
import { permitted } from '@/server/platform/trpc/init';

export const listScannerProjectsOutput = z.array(
  z
    .object({
      id: z.guid(),
      name: z.string().meta({ example: 'github//acme/shop' }),
      images: z.number().int().describe('Its image tags'),
      last_scan: instant.nullable(),
    })
    .meta({ id: 'ScannerProject' }),
);

export const listScannerProjectsMeta = rest({
  method: 'GET',
  path: '/v1/scanner/projects',
  summary: 'List projects for scanners',
  description: 'All projects of the organization, ordered by name, then id.',
  tag: 'Scanner',
  atRoot: true,
});

export const listScannerProjects = permitted('scanner-list:read')
  .meta(listScannerProjectsMeta)
  .output(listScannerProjectsOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
