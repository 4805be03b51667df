import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { fromRulesValue, retentionRules, RULES_EXAMPLE } from './dto';
import { retentionOutput } from './get-rules';
import { changeRetention } from './service/rules';

export const retentionModel = retentionRules.meta({ id: 'RetentionModel', example: RULES_EXAMPLE });

export const changeRulesInput = z.object({ body: retentionModel });

export const changeRulesMeta = rest({
  method: 'PUT',
  path: '/settings/retention',
  summary: 'Change how long what is past is kept',
  description:
    'Followed within minutes, and once a day from then on. What was removed does not come back: `POST /settings/retention/preview` counts it before.',
  tag: 'Organizations',
  errors: [404],
  body: 'json',
});

export const changeRules = permitted('organization:manage')
  .meta(changeRulesMeta)
  .input(changeRulesInput)
  .output(retentionOutput)
  .mutation(({ ctx, input: { body } }) =>
    changeRetention(ctx.deps, ctx.principal, fromRulesValue(body)),
  );
