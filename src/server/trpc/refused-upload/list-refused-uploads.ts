import { listRefusedUploads as list } from '@/server/refused-upload/list';
import { permitted } from '../init';
import { listRefusedUploadsInput, listRefusedUploadsOutput } from './list-refused-uploads.schema';

/** Uploads that were not accepted, newest first: scanners ignore the answer, so an admin looks here. */
export const listRefusedUploads = permitted('refused-upload:read')
  .input(listRefusedUploadsInput)
  .output(listRefusedUploadsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
