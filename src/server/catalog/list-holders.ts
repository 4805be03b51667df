import { z } from 'zod';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { pageInput, pageOf } from '@/domain/pagination';
import { storedText } from '@/domain/validation/fields';
import { instant } from '@/server/platform/trpc/outputs';
import { getProductInput } from './get-product';
import { listHolders as list } from './service/holders';
import { permittedToList } from '@/server/platform/trpc/init';

const MAX_CYCLE_LENGTH = 1_024;

export const listHoldersInput = getProductInput.extend({
  /** Only images that hold this cycle. */
  cycle: storedText(MAX_CYCLE_LENGTH).nullish(),
  ...pageInput,
});

export const listHoldersOutput = pageOf(
  z.object({
    id: z.guid(),
    kind: z.enum(IMAGE_KINDS),
    name: z.string(),
    tag: z.string(),
    project_name: z.string(),
    latest_scan_at: instant,
    /** Of the product, in no order. */
    cycles: z.array(z.string()),
  }),
);

/** Lists the images that hold a product. */
export const listHolders = permittedToList('inventory:read')
  .input(listHoldersInput)
  .output(listHoldersOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
