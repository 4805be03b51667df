import { z } from 'zod';
import { day } from '@/server/platform/trpc/outputs';
import { outlookQuestion, toOutlookQuestion } from './dto';
import { forecastPolicies as forecast } from './service/outlook';
import { permittedToList } from '@/server/platform/trpc/init';

export const forecastPoliciesInput = z.object(outlookQuestion);

const count = z.number().int().min(0);

export const forecastPoliciesOutput = z.object({
  today: day,
  /** The last day of the forecast, a year from today. */
  until: day,
  images: count,
  /** Images by what is done to them, from a day until the next one. The first is today. */
  points: z.array(z.object({ on: day, denied: count, warned: count, allowed: count })),
});

/**
 * Forecasts denials and warnings for today and each later day of the year; a draft reveals no more than its reader
 * may read.
 */
export const forecastPolicies = permittedToList('inventory:read')
  .input(forecastPoliciesInput)
  .output(forecastPoliciesOutput)
  .query(({ ctx, input }) =>
    forecast(ctx.deps, ctx.principal.organizationId, toOutlookQuestion(input)),
  );
