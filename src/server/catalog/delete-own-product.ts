import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { ownProductRecord } from './dto';
import { deleteOwnProduct as remove } from './service/own-products';

export const deleteOwnProductInput = z.object({ id: recordId });

export const deleteOwnProductOutput = ownProductRecord;

export const deleteOwnProductMeta = rest({
  method: 'DELETE',
  path: '/own_products/{id}',
  summary: 'Delete a product of your own',
  description:
    'Its cycles and their ends are gone. Images that hold it stay, with what the catalog and scanners say. One that comes from a catalog of others goes with that: 409.',
  tag: 'Catalog',
  errors: [404, 409],
});

export const deleteOwnProduct = permitted('catalog:manage')
  .meta(deleteOwnProductMeta)
  .input(deleteOwnProductInput)
  .output(deleteOwnProductOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
