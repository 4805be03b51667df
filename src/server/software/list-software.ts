import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { supportRecord } from '@/server/coverage/dto';
import { readerIdOf } from '@/server/platform/auth/principal';
import { asOfInput, eolFilterInput, ownerInput, searchInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { day, estimatedFrom, evidenceDegree, moveAdvice } from '@/server/platform/trpc/outputs';
import { listSoftware as list } from './service/found';
import { permittedToList } from '@/server/platform/trpc/init';

export const listSoftwareInput = z.object({
  search: searchInput('the product’s name'),
  eol_filter: eolFilterInput,
  evidence: evidenceDegree.nullable().optional(),
  owner: ownerInput,
  as_of: asOfInput,
  ...pageInput,
});

const softwareFirstImage = z
  .object({
    imageName: z.string().describe('`name:tag`'),
    imageLocation: z
      .string()
      .describe('The scanned Dockerfile’s path or directory; empty when unknown'),
  })
  .meta({
    id: 'SoftwareFirstImage',
    example: { imageName: 'registry.example.com/acme/shop:2.4.1', imageLocation: 'Dockerfile' },
  });

const softwareFirstProject = z
  .object({
    projectName: z.string().meta({ example: 'github//acme/shop' }),
    images: z.array(softwareFirstImage),
  })
  .meta({ id: 'SoftwareFirstProject' });

export const listSoftwareOutput = pageOf(
  z
    .object({
      lts: z.boolean().nullable(),
      eolDate: day,
      estimatedFrom,
      evidence: evidenceDegree,
      contract: supportRecord.optional(),
      productName: z.string().meta({ example: 'Debian Linux' }),
      artifactType: z.string().meta({ example: 'deb' }),
      productCycle: z.string().meta({ example: '11' }),
      productPermalink: z.string().nullable().meta({ example: 'https://endoflife.date/debian' }),
      projects: z.array(softwareFirstProject),
      advice: moveAdvice
        .nullable()
        .describe('Where to move; null when the catalog does not have the product'),
    })
    .meta({ id: 'SoftwareFirst' }),
);

export const listSoftwareMeta = rest({
  method: 'GET',
  path: '/software',
  summary: 'List software with the projects and images that hold it',
  description:
    'One entry for each product, release cycle and artifact type that has an end of life; with an `owner`, what their projects hold, and these alone. Ordered by end of life, product, release cycle and artifact type, then id; projects and images by name.',
  tag: 'Software',
});

export const listSoftware = permittedToList('inventory:read')
  .meta(listSoftwareMeta)
  .input(listSoftwareInput)
  .output(listSoftwareOutput)
  .query(({ ctx, input: { eol_filter: eolFilter, as_of: asOf, ...query } }) => {
    const readerId = readerIdOf(ctx.principal);
    return list(ctx.deps, ctx.principal.organizationId, { ...query, eolFilter, asOf, readerId });
  });
