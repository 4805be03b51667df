import { z } from 'zod';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { DATE_CHANGE_KINDS } from '@/domain/catalog/diff';
import { pageInput, pageOf } from '@/domain/pagination';
import { storedText } from '@/domain/validation/fields';
import { day, instant } from '@/server/platform/trpc/outputs';
import { listDateChanges as list } from './service/status';
import { permitted } from '@/server/platform/trpc/init';

const MAX_SLUG_LENGTH = 255;

export const listDateChangesInput = z.object({
  product: storedText(MAX_SLUG_LENGTH).nullable().describe('The slug of a product').optional(),
  ...pageInput,
});

export const listDateChangesOutput = pageOf(
  z.object({
    id: z.guid(),
    product_slug: z.string(),
    product: z.string(),
    cycle: z.string(),
    /** `removed` and `returned`: the cycle left the catalog, and came back to it. */
    kind: z.enum(DATE_CHANGE_KINDS),
    level: z.enum(SUPPORT_LEVELS),
    old_ends_on: day.nullable(),
    old_ended: z.boolean(),
    new_ends_on: day.nullable(),
    new_ended: z.boolean(),
    changed_at: instant,
  }),
);

export const listDateChanges = permitted('catalog:read')
  .input(listDateChangesInput)
  .output(listDateChangesOutput)
  .query(({ ctx, input }) => list(ctx.deps, input));
