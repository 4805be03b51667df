import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { retirements } from './dto';
import { listRetirements as list } from './service/retirements';

export const listRetirementsInput = z.object({ id: recordId });

export const listRetirementsOutput = retirements;

export const listRetirementsMeta = rest({
  method: 'GET',
  path: '/image_tags/{id}/retirements',
  summary: 'List when an image was retired',
  description:
    'The latest fifty times, newest first: why, by whom, and what brought it back. It is retired when the first has not ended.',
  tag: 'Images',
  errors: [404],
});

export const listRetirements = permittedToList('inventory:read')
  .meta(listRetirementsMeta)
  .input(listRetirementsInput)
  .output(listRetirementsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input.id));
