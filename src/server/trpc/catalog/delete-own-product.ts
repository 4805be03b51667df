import { z } from 'zod';
import { deleteOwnProduct as remove } from '@/server/catalog/own-products';
import { permitted } from '../init';
import { recordId } from '../inputs';
import { ownProductRecord } from './overlay-record.schema';

export const deleteOwnProduct = permitted('catalog:manage')
  .input(z.object({ id: recordId }))
  .output(ownProductRecord)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
