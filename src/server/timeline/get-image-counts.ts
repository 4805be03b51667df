import { z } from 'zod';
import { MAX_COUNTED_LINES } from '@/domain/timeline/list';
import { readerIdOf } from '@/server/platform/auth/principal';
import { nameInput } from '@/server/platform/trpc/inputs';
import { permittedToList } from '@/server/platform/trpc/init';
import { timelineFields } from './dto';
import { countImagesOfLines } from './service/lines';

export const getImageCountsInput = z.object({
  ...timelineFields,
  productNames: z.array(nameInput).max(MAX_COUNTED_LINES),
});

export const getImageCountsOutput = z.object({
  /** Image tags that hold any software of a product that is asked for, each once. */
  lines: z.array(z.object({ productName: z.string(), images: z.number().int() })),
  /** Image tags that hold software of one id. */
  software: z.array(z.object({ id: z.guid(), images: z.number().int() })),
});

/** Counts the images of lines of the timeline: of those in sight, as counting all of them takes long. */
export const getImageCounts = permittedToList('inventory:read')
  .input(getImageCountsInput)
  .output(getImageCountsOutput)
  .query(({ ctx, input }) =>
    countImagesOfLines(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
