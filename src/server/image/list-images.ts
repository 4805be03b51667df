import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { readerIdOf } from '@/server/platform/auth/principal';
import {
  asOfInput,
  eolFilterInput,
  labelFilter,
  notSeenForDaysInput,
  ownerInput,
  recordId,
  searchInput,
} from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { projectImage } from '@/server/platform/trpc/outputs';
import { listImages as list } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

export const listImagesInput = z.object({
  search: searchInput('the image’s name and tag'),
  verified: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({
      description: 'Only images whose signature was, or was not, verified',
      enum: ['true', 'false', null],
    })
    .optional(),
  running: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({
      description:
        'Only images that run in a Kubernetes cluster, as far as one reports it, or that none reports to run',
      enum: ['true', 'false', null],
    })
    .optional(),
  cluster_id: recordId
    .nullable()
    .describe('Only images that run in this Kubernetes cluster, as far as it reports them')
    .optional(),
  retired: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .nullable()
    .meta({
      description: 'Retired images, in the place of those that count',
      enum: ['true', 'false', null],
    })
    .optional(),
  not_seen_for_days: notSeenForDaysInput,
  eol_filter: eolFilterInput,
  owner: ownerInput,
  as_of: asOfInput,
  ...pageInput,
  body: labelFilter.nullish(),
});

export const listImagesOutput = pageOf(projectImage);

export const listImagesMeta = rest({
  method: 'POST',
  path: '/images',
  summary: 'List images',
  description:
    'The images of the organization with the number of software that has ended, ends within 12 months and ends over 12 months from now. An `eol_filter` keeps images that hold at least one software of that class. Ordered by name and tag, then id.',
  tag: 'Images',
  body: 'optional-json',
});

export const listImages = permittedToList('inventory:read')
  .meta(listImagesMeta)
  .input(listImagesInput)
  .output(listImagesOutput)
  .query(({ ctx, input }) => {
    const {
      eol_filter: eolFilter,
      as_of: asOf,
      cluster_id: clusterId,
      not_seen_for_days: notSeenForDays,
      body: label,
      ...query
    } = input;
    const readerId = readerIdOf(ctx.principal);
    const conditions = { eolFilter, asOf, clusterId, notSeenForDays, label, readerId };
    return list(ctx.deps, ctx.principal.organizationId, { ...query, ...conditions });
  });
