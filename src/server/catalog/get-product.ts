import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';
import { rest } from '@/server/platform/trpc/meta';
import { productRecord } from './dto';
import { getProduct as get } from './service/products';
import { permitted } from '@/server/platform/trpc/init';

const MAX_SLUG_LENGTH = 255;

export const getProductInput = z.object({ slug: storedText(MAX_SLUG_LENGTH) });

export const getProductOutput = productRecord;

export const getProductMeta = rest({
  method: 'GET',
  path: '/catalog/products/{slug}',
  summary: 'Get a product of the catalog',
  description:
    'With all its release cycles. Where the organization set a date of its own, `ends_on` is that date and `override` says what it hides.',
  tag: 'Catalog',
  errors: [404],
});

export const getProduct = permitted('catalog:read')
  .meta(getProductMeta)
  .input(getProductInput)
  .output(getProductOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.slug));
