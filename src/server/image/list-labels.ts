import { z } from 'zod';
import { rest } from '@/server/platform/trpc/meta';
import { listLabels as list } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

export const listLabelsOutput = z
  .object({ labels: z.record(z.string(), z.array(z.string())) })
  .meta({ id: 'DynamicKeysModel', example: { labels: { team: ['billing', 'payments'] } } });

export const listLabelsMeta = rest({
  method: 'GET',
  path: '/image/labels',
  summary: 'List image labels',
  description:
    'The names of all labels that images of the organization have, each with its values: the first 1,000 in their order. What is beyond 8 million characters in all is left out.',
  tag: 'Images',
});

export const listLabels = permittedToList('inventory:read')
  .meta(listLabelsMeta)
  .output(listLabelsOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
