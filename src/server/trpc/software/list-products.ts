import { listProductsInUse } from '@/server/software/dashboard/list';
import { permitted } from '../init';
import { listProductsOutput } from './list-products.schema';

/** The products in use, by name: what a note can be written on. */
export const listProducts = permitted('inventory:read')
  .output(listProductsOutput)
  .query(({ ctx }) => listProductsInUse(ctx.deps, ctx.principal.organizationId));
