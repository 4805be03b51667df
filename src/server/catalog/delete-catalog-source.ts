import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deleteSource } from './service/sources';

export const deleteCatalogSourceInput = z.object({
  id: recordId,
  keep_products: z
    .enum(['true', 'false'])
    .describe('`true` makes its products your own; left out: they go')
    .optional(),
});

export const deleteCatalogSourceOutput = z.void();

export const deleteCatalogSourceMeta = rest({
  method: 'DELETE',
  path: '/own_catalog/sources/{id}',
  summary: 'Stop reading a catalog of others',
  description: 'Forgets its address and key. Its products go, unless they are to be kept.',
  tag: 'Catalog',
  errors: [404],
  success: 204,
});

export const deleteCatalogSource = permitted('catalog:manage')
  .meta(deleteCatalogSourceMeta)
  .input(deleteCatalogSourceInput)
  .output(deleteCatalogSourceOutput)
  .mutation(async ({ ctx, input: { id, keep_products: keeps } }) => {
    await deleteSource(ctx.deps, ctx.principal, { id, keepsProducts: keeps === 'true' });
  });
