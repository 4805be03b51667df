import { getImage as get } from '@/server/image/service';
import { permitted } from '../init';
import { getImageInput, getImageOutput } from './get-image.schema';

export const getImage = permitted('inventory:read')
  .input(getImageInput)
  .output(getImageOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.imageTagId));
