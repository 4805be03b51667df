import { forecastPolicies as forecast } from '@/server/policy/outlook/forecast';
import { permitted } from '../init';
import { forecastPoliciesInput, forecastPoliciesOutput } from './forecast-policies.schema';
import { toOutlookQuestion } from './outlook-question.schema';

/** What is denied and warned of today and on each later day of the year; of a draft it tells nothing that its reader may not read. */
export const forecastPolicies = permitted('inventory:read')
  .input(forecastPoliciesInput)
  .output(forecastPoliciesOutput)
  .query(({ ctx, input }) =>
    forecast(ctx.deps, ctx.principal.organizationId, toOutlookQuestion(input)),
  );
