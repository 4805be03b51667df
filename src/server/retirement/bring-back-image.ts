import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { retirements } from './dto';
import { bringBackImage as bringBack } from './service/retirements';

export const bringBackImageInput = z.object({ id: recordId });

export const bringBackImageOutput = retirements;

export const bringBackImageMeta = rest({
  method: 'POST',
  path: '/image_tags/{id}/bring_back',
  summary: 'Bring back an image',
  description:
    'A retired image counts again, with what its latest scan found as the catalog knows it now. Rules count their days from now on. Answers with the times in which it was retired.',
  tag: 'Images',
  errors: [404, 409],
});

export const bringBackImage = permitted('inventory:write')
  .meta(bringBackImageMeta)
  .input(bringBackImageInput)
  .output(bringBackImageOutput)
  .mutation(({ ctx, input }) => bringBack(ctx.deps, ctx.principal, input.id));
