import { searchProducts as search } from '@/server/catalog/products';
import { permitted } from '../init';
import {
  searchProductsInput,
  searchProductsMeta,
  searchProductsOutput,
} from './search-products.schema';

export const searchProducts = permitted('catalog:read')
  .meta(searchProductsMeta)
  .input(searchProductsInput)
  .output(searchProductsOutput)
  .query(({ ctx, input }) => search(ctx.deps, ctx.principal.organizationId, input));
