import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { calendarDay } from '@/domain/validation/fields';
import { recordId } from '@/server/platform/trpc/inputs';
import { day, instant } from '@/server/platform/trpc/outputs';
import { getPastProject as get } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const getPastProjectInput = z.object({ projectId: recordId, asOf: calendarDay });

export const getPastProjectOutput = z.object({
  day,
  id: z.guid(),
  name: z.string(),
  /** Images that counted when that day was over. */
  images: z.number().int(),
  /** The last scan of one of them by then; null: there were no images, or the scan is not kept any more. */
  latestScanDate: instant.nullable(),
  /** What these held then, each software once, by state. */
  states: z.record(z.enum(EOL_STATES), z.number().int()),
  /** Of today. */
  owner: z.object({ id: z.guid(), name: z.string() }).nullable(),
  /** Whether it is deleted by now: there is no page of it as it is. */
  isGone: z.boolean(),
});

/** Gets a project as it was when a day was over. */
export const getPastProject = permitted('inventory:read')
  .input(getPastProjectInput)
  .output(getPastProjectOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input));
