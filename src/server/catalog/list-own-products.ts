import { z } from 'zod';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownProductRecord } from './dto';
import { pageOfOwnProducts } from './service/own-products';

export const listOwnProductsInput = z.object({ ...pageInput });

export const listOwnProductsOutput = pageOf(ownProductRecord);

export const listOwnProductsMeta = rest({
  method: 'GET',
  path: '/own_products',
  summary: 'List the products of your own',
  description: 'By slug, with who saved each and why.',
  tag: 'Catalog',
});

export const listOwnProducts = permitted('catalog:read')
  .meta(listOwnProductsMeta)
  .input(listOwnProductsInput)
  .output(listOwnProductsOutput)
  .query(({ ctx, input }) => pageOfOwnProducts(ctx.deps, ctx.principal.organizationId, input));
