import { z } from 'zod';
import { pageOf } from '@/domain/pagination';
import { day } from '@/server/platform/trpc/outputs';
import { productSummary } from './dto';
import { searchProductsInput } from './search-products';
import { listProductsForDashboard as list } from './service/dashboard-list';
import { permitted } from '@/server/platform/trpc/init';

export const listDashboardProductsInput = searchProductsInput.extend({
  /** Only products that some image holds now. */
  in_use: z.boolean().default(false),
});

const listed = z.object({
  ...productSummary.shape,
  /** Release cycles in use whose standard support has ended, by estimate too. */
  ended_in_use: z.number().int(),
  /** The first end to come: of the cycles in use, or of all while none is; null when none is known. */
  next_end: z.object({ cycle: z.string(), ends_on: day }).nullable(),
  /** Whether all cycles in use have ended, or all there are while none is, on whatever day. */
  all_ended: z.boolean(),
});

export const listDashboardProductsOutput = pageOf(listed);

export const listDashboardProducts = permitted('catalog:read')
  .input(listDashboardProductsInput)
  .output(listDashboardProductsOutput)
  .query(({ ctx, input: { in_use: inUse, ...query } }) =>
    list(ctx.deps, ctx.principal.organizationId, { ...query, inUse }),
  );
