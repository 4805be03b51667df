import { z } from 'zod';
import { listProductsInUse } from './service/list';
import { permitted } from '@/server/platform/trpc/init';

export const listProductsOutput = z.array(
  z.object({ productName: z.string(), hasNote: z.boolean() }),
);

/** The products in use, by name: what a note can be written on. */
export const listProducts = permitted('inventory:read')
  .output(listProductsOutput)
  .query(({ ctx }) => listProductsInUse(ctx.deps, ctx.principal.organizationId));
