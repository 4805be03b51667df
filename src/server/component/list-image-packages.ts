import { z } from 'zod';
import { COMPONENT_STATES } from '@/domain/inventory/component-state';
import { pageInput } from '@/domain/pagination';
import { listImageComponents as list } from '@/server/component/service';
import { permittedToList } from '@/server/platform/trpc/init';
import { recordId, searchInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { evidenceDegree } from '@/server/platform/trpc/outputs';
import { imagePackages } from './dto';

export const listImagePackagesInput = z.object({
  image_tag_id: recordId,
  search: searchInput('the package’s name'),
  state: z.enum(COMPONENT_STATES).nullable().describe('What the catalog says of it').optional(),
  evidence: evidenceDegree.nullable().optional(),
  ships: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({ description: 'False: what builds or tests alone', enum: ['true', 'false', null] })
    .optional(),
  ...pageInput,
});

export const listImagePackagesMeta = rest({
  method: 'GET',
  path: '/image_tags/{image_tag_id}/packages',
  summary: 'List the packages of an image',
  description:
    'Everything that its latest scan found, matched to the catalog or not, with how well the end of each is known and what its registry says. Ordered by name, version, type and id.',
  tag: 'Images',
  errors: [404],
});

export const listImagePackages = permittedToList('inventory:read')
  .meta(listImagePackagesMeta)
  .input(listImagePackagesInput)
  .output(imagePackages)
  .query(({ ctx, input: { image_tag_id: imageTagId, ...query } }) =>
    list(ctx.deps, ctx.principal.organizationId, { ...query, imageTagId }),
  );
