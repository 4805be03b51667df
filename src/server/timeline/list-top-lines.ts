import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { MAX_COUNTED_LINES } from '@/domain/timeline/list';
import { readerIdOf } from '@/server/platform/auth/principal';
import { permittedToList } from '@/server/platform/trpc/init';
import { day } from '@/server/platform/trpc/outputs';
import { timelineFields, timelineLine } from './dto';
import { listTopLines as list } from './service/lines';

export const listTopLinesInput = z.object({
  ...timelineFields,
  limit: z.int().min(1).max(MAX_COUNTED_LINES),
});

export const listTopLinesOutput = z.object({
  /** In the order of the timeline. */
  lines: z.array(
    timelineLine.extend({
      /** Image tags that hold any of it that is asked for. */
      images: z.number().int(),
    }),
  ),
  /** Those that are left out; null: none. */
  rest: z
    .object({
      lines: z.number().int(),
      /** When the first of them ends; null: no end of theirs is to come. */
      from: day.nullable(),
      /** The one that most images hold. */
      largest: z.object({ productName: z.string(), images: z.number().int() }),
    })
    .nullable(),
  /** How many lines there are. */
  total: z.number().int(),
  /** How many release cycles they hold. */
  cycles: z.number().int(),
  /** Numbers of cycles by state, whatever states are asked for. */
  states: z.record(z.enum(EOL_STATES), z.number().int()),
});

/** Lists the lines of the timeline that most images hold, of equal ones those that end soonest: what fits a slide. */
export const listTopLines = permittedToList('inventory:read')
  .input(listTopLinesInput)
  .output(listTopLinesOutput)
  .query(({ ctx, input }) =>
    list(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
