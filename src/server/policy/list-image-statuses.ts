import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { imageStatus } from './dto';
import { statusOfImages as read } from './service/status';
import { permittedToList } from '@/server/platform/trpc/init';

/** As many as a page of images holds. */
const MAX_IMAGES = 100;

export const statusOfImagesInput = z.object({ imageTagIds: z.array(recordId).max(MAX_IMAGES) });

export const statusOfImagesOutput = z.array(imageStatus);

/** Reports the policies' verdict today on the images of a list, in its order; unknown ones are left out. */
export const statusOfImages = permittedToList('inventory:read')
  .input(statusOfImagesInput)
  .output(statusOfImagesOutput)
  .query(({ ctx, input }) => read(ctx.deps, ctx.principal.organizationId, input.imageTagIds));
