import { listTimeline as list } from '@/server/timeline/service';
import { permitted } from '../init';
import { listTimelineInput, listTimelineOutput } from './list-timeline.schema';

/** All software in use on one time axis. */
export const listTimeline = permitted('inventory:read')
  .input(listTimelineInput)
  .output(listTimelineOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
