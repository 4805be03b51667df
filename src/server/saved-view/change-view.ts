import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { savedView } from './dto';
import { viewName, viewQueryInput } from './save-view';
import { changeView as change } from './service';

export const changeViewInput = z.object({
  id: recordId,
  name: viewName.optional(),
  query: viewQueryInput.optional(),
});

/** Gives a view another name, or has it show something else. */
export const changeView = permitted('inventory:read')
  .input(changeViewInput)
  .output(savedView)
  .mutation(({ ctx, input: { id, ...changes } }) => change(ctx.deps, ctx.principal, id, changes));
