import { z } from 'zod';
import { MAX_OWNER_RULES, ownerRule } from '@/domain/team/rule';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { saveRules } from './service/rules';

export const ownerRulesBody = z
  .object({ rules: z.array(ownerRule).max(MAX_OWNER_RULES) })
  .meta({ id: 'OwnerRules' });

export const saveOwnerRulesInput = z.object({ body: ownerRulesBody });

export const saveOwnerRulesOutput = z.object({
  changed: z.number().int().describe('Projects whose owner, or whose rule, is another one now'),
});

export const saveOwnerRulesMeta = rest({
  method: 'PUT',
  path: '/owner_rules',
  summary: 'Save the rules that give projects an owner',
  description:
    'All of them, in their order; those that there are and that are left out go. They are applied at once to every project whose owner was not set by hand. In patterns `*` stands for any characters.',
  tag: 'Teams',
  body: 'json',
});

export const saveOwnerRules = permitted('team:manage')
  .meta(saveOwnerRulesMeta)
  .input(saveOwnerRulesInput)
  .output(saveOwnerRulesOutput)
  .mutation(({ ctx, input }) => saveRules(ctx.deps, ctx.principal, input.body.rules));
