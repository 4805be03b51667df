import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { retirementRules, retirementRulesOutput } from './get-rules';
import { changeRetirementRules } from './service/rules';

export const changeRulesInput = z.object({
  body: retirementRules.meta({
    id: 'RetirementRulesModel',
    example: { not_scanned_days: 180, not_running_days: 30 },
  }),
});

export const changeRulesMeta = rest({
  method: 'PUT',
  path: '/settings/retirement',
  summary: 'Change when images are retired',
  description:
    'Followed within minutes, and once a day from then on. What a rule has retired and would not retire any more comes back.',
  tag: 'Images',
  errors: [404],
  body: 'json',
});

export const changeRules = permitted('organization:manage')
  .meta(changeRulesMeta)
  .input(changeRulesInput)
  .output(retirementRulesOutput)
  .mutation(({ ctx, input: { body } }) =>
    changeRetirementRules(ctx.deps, ctx.principal, {
      notScannedDays: body.not_scanned_days,
      notRunningDays: body.not_running_days,
    }),
  );
