import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { comparedState, inventoryDifference } from './dto';
import { compareImages } from './service';

export const getImageDifferenceInput = z.object({
  from: recordId.describe('The image that is compared'),
  from_scan: recordId.describe('Its state at this scan; left out: now').optional(),
  to: recordId.describe('The image that it is compared with; left out: the same').optional(),
  to_scan: recordId.describe('Its state at this scan; left out: now').optional(),
});

export const getImageDifferenceOutput = z
  .object({ from: comparedState, to: comparedState, difference: inventoryDifference })
  .meta({ id: 'ImageDifference' });

export const getImageDifferenceMeta = rest({
  method: 'GET',
  path: '/image_tags/difference',
  summary: 'Compare two states of images',
  description:
    'Two scans of one image, one of its scans with what it is now, or two images: which findings are new and which are gone, which software came, went or moved to another cycle, which packages, and which of these are deprecated or of a stale line. Findings are those that were known at the time; ends, advice and what registries say are as of today. The scans of an image are in the history on its page.',
  tag: 'Images',
  errors: [404],
});

/** Both states are in the query, as neither is the other's: the address reads the same for one image and for two. */
export const getImageDifference = permittedToList('inventory:read')
  .meta(getImageDifferenceMeta)
  .input(getImageDifferenceInput)
  .output(getImageDifferenceOutput)
  .query(({ ctx, input }) =>
    compareImages(ctx.deps, ctx.principal.organizationId, {
      from: { imageTagId: input.from, scanId: input.from_scan ?? null },
      to: { imageTagId: input.to ?? input.from, scanId: input.to_scan ?? null },
    }),
  );
