import { getRefusedUpload as get } from '@/server/refused-upload/get';
import { permitted } from '../init';
import { getRefusedUploadInput, getRefusedUploadOutput } from './get-refused-upload.schema';

/** One refused upload with all that is known of it. */
export const getRefusedUpload = permitted('refused-upload:read')
  .input(getRefusedUploadInput)
  .output(getRefusedUploadOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
