import { listImageScans as list } from '@/server/scan/history/service';
import { permitted } from '../init';
import { listImageScansInput, listImageScansOutput } from './list-image-scans.schema';

/** When an image was scanned and what that changed, newest first. */
export const listImageScans = permitted('inventory:read')
  .input(listImageScansInput)
  .output(listImageScansOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
