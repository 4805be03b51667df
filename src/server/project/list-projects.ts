import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { readerIdOf } from '@/server/platform/auth/principal';
import { eolFilterInput, ownerInput, searchInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { eolCount, projectImage } from '@/server/platform/trpc/outputs';
import { listProjects as list } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

export const listProjectsInput = z.object({
  search: searchInput('the project’s or an image’s name'),
  eol_filter: eolFilterInput,
  owner: ownerInput,
  ...pageInput,
});

export const listProjectsOutput = pageOf(
  z
    .object({
      projectName: z.string().meta({ example: 'github//acme/shop' }),
      projectId: z.guid(),
      eol: eolCount,
      images: z.array(projectImage),
    })
    .meta({ id: 'ProjectAndImage' }),
);

export const listProjectsMeta = rest({
  method: 'GET',
  path: '/projects/images',
  summary: 'List projects with their images',
  description:
    'A project is listed if its name or one of its images matches; `images` holds those that match, all of them if the project’s name does, and `eol` sums the images shown. Pages count projects. Ordered by name, then id; images by name and tag, then id.',
  tag: 'Projects',
});

export const listProjects = permittedToList('inventory:read')
  .meta(listProjectsMeta)
  .input(listProjectsInput)
  .output(listProjectsOutput)
  .query(({ ctx, input: { eol_filter: eolFilter, ...query } }) => {
    const readerId = readerIdOf(ctx.principal);
    return list(ctx.deps, ctx.principal.organizationId, { ...query, eolFilter, readerId });
  });
