import { listImages as list } from '@/server/image/service';
import { permitted } from '../init';
import { listImagesInput, listImagesMeta, listImagesOutput } from './list-images.schema';

export const listImages = permitted('inventory:read')
  .meta(listImagesMeta)
  .input(listImagesInput)
  .output(listImagesOutput)
  .query(({ ctx, input }) => {
    const { eol_filter: eolFilter, body: label, ...query } = input;
    return list(ctx.deps, ctx.principal.organizationId, { ...query, eolFilter, label });
  });
