import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { LINES_AT_A_TIME } from '@/domain/timeline/list';
import { readerIdOf } from '@/server/platform/auth/principal';
import { permittedToList } from '@/server/platform/trpc/init';
import { timelineFields, timelineLine } from './dto';
import { listTimeline as list } from './service/lines';

const MOST_LINES = 1_000_000;

export const listTimelineInput = z.object({
  ...timelineFields,
  /** The place of the first line to read; null: as many as are read at a time, around the first that is still to end. */
  from: z.int().min(0).max(MOST_LINES).nullish(),
  size: z.int().min(1).max(LINES_AT_A_TIME).default(LINES_AT_A_TIME),
});

export const listTimelineOutput = z.object({
  /** What has ended altogether by its last end, then the others by their next one, no known end last. */
  lines: z.array(timelineLine),
  /** The place of the first of them. */
  from: z.number().int(),
  /** The place of the first that is still to end. */
  first: z.number().int(),
  /** How many lines there are. */
  total: z.number().int(),
  /** How many release cycles they hold. */
  cycles: z.number().int(),
  /** Numbers of cycles by state, whatever states are asked for. */
  states: z.record(z.enum(EOL_STATES), z.number().int()),
});

/** Lists the software in use on one time axis, a line for each product. */
export const listTimeline = permittedToList('inventory:read')
  .input(listTimelineInput)
  .output(listTimelineOutput)
  .query(({ ctx, input }) =>
    list(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
