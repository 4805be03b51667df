import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { deleteView as remove } from './service';

/** Deletes a view; the list stays as it is. */
export const deleteView = permitted('inventory:read')
  .input(z.object({ id: recordId }))
  .output(z.void())
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
