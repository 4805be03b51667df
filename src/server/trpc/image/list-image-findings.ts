import { listImageFindings as list } from '@/server/finding/service';
import { permitted } from '../init';
import { listImageFindingsInput, listImageFindingsOutput } from './list-image-findings.schema';

/** Every open finding of an image; those with no known end come last. */
export const listImageFindings = permitted('inventory:read')
  .input(listImageFindingsInput)
  .output(listImageFindingsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input.imageTagId));
