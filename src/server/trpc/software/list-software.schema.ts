import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { eolFilterInput, searchInput } from '../inputs';
import { rest } from '../meta';
import { day } from '../outputs';

export const listSoftwareInput = z.object({
  search: searchInput('the product’s name'),
  eol_filter: eolFilterInput,
  ...pageInput,
});

const softwareFirstImage = z
  .object({
    imageName: z.string().describe('`name:tag`'),
    imageLocation: z
      .string()
      .describe('The scanned Dockerfile’s path or directory; empty when unknown'),
  })
  .meta({ id: 'SoftwareFirstImage' });

const softwareFirstProject = z
  .object({ projectName: z.string(), images: z.array(softwareFirstImage) })
  .meta({ id: 'SoftwareFirstProject' });

export const listSoftwareOutput = pageOf(
  z
    .object({
      lts: z.boolean().nullable(),
      eolDate: day,
      productName: z.string(),
      artifactType: z.string(),
      productCycle: z.string(),
      productPermalink: z.string().nullable(),
      projects: z.array(softwareFirstProject),
    })
    .meta({ id: 'SoftwareFirst' }),
);

export const listSoftwareMeta = rest({
  method: 'GET',
  path: '/software',
  summary: 'List software with the projects and images that hold it',
  description:
    'One entry for each product, release cycle and artifact type that has an end of life. Ordered by end of life, product, release cycle and artifact type, then id; projects and images by name.',
  tag: 'Software',
});
