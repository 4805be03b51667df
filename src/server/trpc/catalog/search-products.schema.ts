import { z } from 'zod';
import { PRODUCT_CATEGORIES } from '@/domain/catalog/product-categories';
import { pageInput, pageOf } from '@/domain/pagination';
import { searchInput } from '../inputs';
import { rest } from '../meta';
import { productSummary } from './product-record.schema';

export const searchProductsInput = z.object({
  search: searchInput('a product’s name, slug, alias, purl, CPE or repology name'),
  category: z.enum(PRODUCT_CATEGORIES).nullable().describe('Only products of this kind').optional(),
  ...pageInput,
});

export const searchProductsOutput = pageOf(productSummary);

export const searchProductsMeta = rest({
  method: 'GET',
  path: '/catalog/products',
  summary: 'List products of the catalogue',
  description:
    'With what the organization holds of each, and the products that it added itself. By name, without regard to case, then slug.',
  tag: 'Catalogue',
});
