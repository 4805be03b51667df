import { z } from 'zod';
import { deleteOwnProduct as remove } from './own-products';
import { permitted } from '@/server/trpc/init';
import { recordId } from '@/server/trpc/inputs';
import { ownProductRecord } from './dto';

export const deleteOwnProduct = permitted('catalog:manage')
  .input(z.object({ id: recordId }))
  .output(ownProductRecord)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
