import { z } from 'zod';
import { listProductsInUse } from './service/list';
import { permittedToList } from '@/server/platform/trpc/init';

export const listProductsOutput = z.array(
  z.object({ productName: z.string(), hasNote: z.boolean() }),
);

/** Lists the products in use, by name: a note can be written on each. */
export const listProducts = permittedToList('inventory:read')
  .output(listProductsOutput)
  .query(({ ctx }) => listProductsInUse(ctx.deps, ctx.principal.organizationId));
