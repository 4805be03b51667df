import { listImageSoftware as list } from '@/server/finding/service';
import { permitted } from '../init';
import {
  listImageSoftwareInput,
  listImageSoftwareMeta,
  listImageSoftwareOutput,
} from './list-image-software.schema';

export const listImageSoftware = permitted('inventory:read')
  .meta(listImageSoftwareMeta)
  .input(listImageSoftwareInput)
  .output(listImageSoftwareOutput)
  .query(({ ctx, input }) => {
    const { image_tag_id: imageTagId, eol_filter: eolFilter, ...query } = input;
    return list(ctx.deps, ctx.principal.organizationId, { ...query, imageTagId, eolFilter });
  });
