import { getProduct as get } from '@/server/catalog/products';
import { permitted } from '../init';
import { getProductInput, getProductMeta, getProductOutput } from './get-product.schema';

export const getProduct = permitted('catalog:read')
  .meta(getProductMeta)
  .input(getProductInput)
  .output(getProductOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.slug));
