import { z } from 'zod';
import { actedIds, actOnEach, bulkOutcome } from '@/server/platform/trpc/bulk';
import { permitted } from '@/server/platform/trpc/init';
import { bringBackImage } from './service/retirements';

export const bringBackImagesInput = z.object({ ids: actedIds });

/** Brings back many retired images, each as by hand. */
export const bringBackImages = permitted('inventory:write')
  .input(bringBackImagesInput)
  .output(bulkOutcome)
  .mutation(({ ctx, input: { ids } }) =>
    actOnEach(ctx.deps, ids, {
      idOf: String,
      act: (id) => bringBackImage(ctx.deps, ctx.principal, id),
    }),
  );
