import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { ownIdentifierRecord } from './dto';
import { deleteOwnIdentifier as remove } from './service/own-identifiers';

export const deleteOwnIdentifierInput = z.object({ id: recordId });

export const deleteOwnIdentifierOutput = ownIdentifierRecord;

export const deleteOwnIdentifierMeta = rest({
  method: 'DELETE',
  path: '/own_identifiers/{id}',
  summary: 'No longer recognize a product by something else',
  tag: 'Catalog',
  errors: [404],
});

export const deleteOwnIdentifier = permitted('catalog:manage')
  .meta(deleteOwnIdentifierMeta)
  .input(deleteOwnIdentifierInput)
  .output(deleteOwnIdentifierOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
