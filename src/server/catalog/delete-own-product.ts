import { z } from 'zod';
import { deleteOwnProduct as remove } from './service/own-products';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { ownProductRecord } from './dto';

export const deleteOwnProduct = permitted('catalog:manage')
  .input(z.object({ id: recordId }))
  .output(ownProductRecord)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
