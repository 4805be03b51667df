import { z } from 'zod';
import { MAX_RETIREMENT_NOTE } from '@/domain/image/retirement';
import { storedText } from '@/domain/validation/fields';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { retirements } from './dto';
import { retireImage as retire } from './service/retirements';

export const retireImageInput = z.object({
  id: recordId,
  body: z
    .object({
      note: storedText(MAX_RETIREMENT_NOTE).nullable().describe('Why, for its history').optional(),
    })
    .meta({ id: 'RetireModel', example: { note: 'Replaced by shop-api' } }),
});

export const retireImageOutput = retirements;

export const retireImageMeta = rest({
  method: 'POST',
  path: '/image_tags/{id}/retire',
  summary: 'Retire an image',
  description:
    'From then on it counts nowhere: not in lists, figures, exports, feeds, policies or plans. Its history is kept. A new scan of it, or a cluster that runs it, brings it back. What a cluster runs cannot be retired: a 409. Answers with the times in which it was retired, this one first.',
  tag: 'Images',
  errors: [404, 409],
  body: 'json',
});

export const retireImage = permitted('inventory:write')
  .meta(retireImageMeta)
  .input(retireImageInput)
  .output(retireImageOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    retire(ctx.deps, ctx.principal, id, body.note?.trim() || null),
  );
