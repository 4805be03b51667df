import { z } from 'zod';
import { enteredProduct } from '@/domain/catalog/starter-product';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownProductRecord, reasonInput } from './dto';
import { saveOwnProduct as save } from './service/own-products';

export const saveOwnProductInput = z.object({
  body: z.object({ product: enteredProduct, reason: reasonInput }).meta({
    id: 'OwnProductModel',
    example: {
      product: {
        ...{ slug: 'acme-billing', name: 'ACME Billing', category: 'service' },
        purls: ['pkg:npm/@acme/billing-*'],
        images: ['registry.example.com/acme/billing'],
        cycles: [{ name: '3', releasedOn: '2026-01-15', supportedUntil: '2028-01-31' }],
      },
      reason: 'Ours',
    },
  }),
});

export const saveOwnProductOutput = ownProductRecord;

export const saveOwnProductMeta = rest({
  method: 'PUT',
  path: '/own_products',
  summary: 'Save a product of your own',
  description:
    'Adds a product with its release cycles and what it is recognized by, or takes the place of the one of the same slug. It comes before what the catalog says, for this organization alone, and findings follow at once.',
  tag: 'Catalog',
  errors: [409],
  body: 'json',
});

export const saveOwnProduct = permitted('catalog:manage')
  .meta(saveOwnProductMeta)
  .input(saveOwnProductInput)
  .output(saveOwnProductOutput)
  .mutation(({ ctx, input }) => save(ctx.deps, ctx.principal, input.body));
