import { z } from 'zod';
import { VIEW_LISTS } from '@/domain/saved-view/view';
import { permitted } from '@/server/platform/trpc/init';
import { savedView } from './dto';
import { listViews as list } from './service';

/** The reader's own views of a list, and those of all teams. */
export const listViews = permitted('inventory:read')
  .input(z.object({ list: z.enum(VIEW_LISTS) }))
  .output(z.array(savedView))
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal, input.list));
