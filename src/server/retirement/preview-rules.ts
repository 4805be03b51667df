import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { retireDays } from './get-rules';
import { previewRules as preview } from './service/rules';

export const previewRulesInput = z.object({
  notScannedDays: retireDays.optional(),
  notRunningDays: retireDays.optional(),
  project: z.object({ id: recordId, days: retireDays.nullable() }).optional(),
});

export const previewRulesOutput = z.object({
  /** Images that count now, and would not. */
  retired: z.number().int(),
  /** Images that rules have retired, and would not have. */
  brought_back: z.number().int(),
});

/** Counts what rules would do that nobody has saved. */
export const previewRules = permitted('inventory:read')
  .input(previewRulesInput)
  .output(previewRulesOutput)
  .query(({ ctx, input }) => preview(ctx.deps, ctx.principal.organizationId, input));
