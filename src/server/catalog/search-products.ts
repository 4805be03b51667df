import { z } from 'zod';
import { PRODUCT_CATEGORIES } from '@/domain/catalog/catalog';
import { pageInput, pageOf } from '@/domain/pagination';
import { searchInput } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { productSummary } from './dto';
import { searchProducts as search } from './service/products';
import { permitted } from '@/server/platform/trpc/init';

export const searchProductsInput = z.object({
  search: searchInput('a product’s name, slug, alias, purl, CPE or repology name'),
  category: z.enum(PRODUCT_CATEGORIES).nullable().describe('Only products of this kind').optional(),
  ...pageInput,
});

export const searchProductsOutput = pageOf(productSummary);

export const searchProductsMeta = rest({
  method: 'GET',
  path: '/catalog/products',
  summary: 'List products of the catalog',
  description:
    'With what the organization holds of each, and the products that it added itself. By name, without regard to case, then slug.',
  tag: 'Catalog',
});

export const searchProducts = permitted('catalog:read')
  .meta(searchProductsMeta)
  .input(searchProductsInput)
  .output(searchProductsOutput)
  .query(({ ctx, input }) => search(ctx.deps, ctx.principal.organizationId, input));
