import { z } from 'zod';
import { MAX_RETIREMENT_NOTE } from '@/domain/image/retirement';
import { storedText } from '@/domain/validation/fields';
import { actedIds, actOnEach, bulkOutcome } from '@/server/platform/trpc/bulk';
import { permitted } from '@/server/platform/trpc/init';
import { retireImage } from './service/retirements';

export const retireImagesInput = z.object({
  ids: actedIds,
  note: storedText(MAX_RETIREMENT_NOTE).nullish(),
});

/** Retires many images, each as by hand. */
export const retireImages = permitted('inventory:write')
  .input(retireImagesInput)
  .output(bulkOutcome)
  .mutation(({ ctx, input: { ids, note } }) =>
    actOnEach(ctx.deps, ids, {
      idOf: String,
      act: (id) => retireImage(ctx.deps, ctx.principal, id, note?.trim() || null),
    }),
  );
