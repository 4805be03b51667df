import { statusOfImages as read } from '@/server/policy/status';
import { permitted } from '../init';
import { statusOfImagesInput, statusOfImagesOutput } from './status-of-images.schema';

/** What the policies say today of the images of a list, in its order; unknown ones are left out. */
export const statusOfImages = permitted('inventory:read')
  .input(statusOfImagesInput)
  .output(statusOfImagesOutput)
  .query(({ ctx, input }) => read(ctx.deps, ctx.principal.organizationId, input.imageTagIds));
