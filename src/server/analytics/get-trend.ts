import { z } from 'zod';
import { PERIODS, TREND_MONTHS } from '@/domain/eol/trend';
import { readerIdOf } from '@/server/platform/auth/principal';
import { labelFilter, ownerInput, recordId } from '@/server/platform/trpc/inputs';
import { day } from '@/server/platform/trpc/outputs';
import { dashboardTrend } from './service/trend';
import { permittedToList } from '@/server/platform/trpc/init';

const question = {
  period: z.enum(PERIODS),
  /** `type`: of findings that have ended. */
  by: z.enum(['state', 'type']),
};

export const getTrendInput = z.object({
  ...question,
  /** Months from its beginning to today. */
  months: z.literal(TREND_MONTHS),
  projectId: recordId.nullish(),
  owner: ownerInput,
  label: labelFilter.nullish(),
});

export const getTrendOutput = z.object({
  /** The question as asked, so that an answer is read rightly when the next question is out already. */
  ...question,
  today: day,
  /** The first day of each period. */
  points: z.array(day),
  /** The day as of which each is counted: the last of its period, and of the one that is not over, today. */
  asOf: z.array(day),
  /** The index of the period that holds today; later ones are what becomes of the findings of now. */
  now: z.number().int(),
  /** States from the nearest end on, or artifact types, null for all others; one value for each point. */
  series: z.array(
    z.object({ name: z.string().nullable(), values: z.array(z.number().int().min(0)) }),
  ),
});

/**
 * Gets the counts of `eolCounts` as the dashboard draws them: by state or by artifact type, of one project, of an
 * owner's, of images with a label, or of all.
 */
export const getTrend = permittedToList('inventory:read')
  .input(getTrendInput)
  .output(getTrendOutput)
  .query(({ ctx, input }) =>
    dashboardTrend(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
