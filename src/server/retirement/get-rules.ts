import { z } from 'zod';
import { MAX_RETIRE_DAYS } from '@/domain/image/retirement';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { day } from '@/server/platform/trpc/outputs';
import { getRetirementRules } from './service/rules';

export const retireDays = z.number().int().min(0).max(MAX_RETIRE_DAYS);

/** An organization's rules for images that are left alone. */
export const retirementRules = z.object({
  not_scanned_days: retireDays.describe(
    'Days after which an image is retired that was neither scanned nor seen running; 0: never',
  ),
  not_running_days: retireDays.describe(
    'The same for an image that has run in a cluster, runs in none any more and was not scanned since; 0: never',
  ),
});

const example = { not_scanned_days: 90, not_running_days: 0, from: null };

export const retirementRulesOutput = retirementRules
  .extend({ from: day.nullable().describe('No rule retires anything before this day') })
  .meta({ id: 'RetirementRules', example });

export const getRulesMeta = rest({
  method: 'GET',
  path: '/settings/retirement',
  summary: 'Read when images are retired',
  tag: 'Images',
  errors: [404],
});

export const getRules = permitted('inventory:read')
  .meta(getRulesMeta)
  .output(retirementRulesOutput)
  .query(({ ctx }) => getRetirementRules(ctx.deps, ctx.principal.organizationId));
