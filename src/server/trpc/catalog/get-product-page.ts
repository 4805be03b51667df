import { getProductPage as get } from '@/server/catalog/dashboard/product-page';
import { permitted } from '../init';
import { getProductInput } from './get-product.schema';
import { getProductPageOutput } from './get-product-page.schema';

export const getProductPage = permitted('catalog:read')
  .input(getProductInput)
  .output(getProductPageOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal, input.slug));
