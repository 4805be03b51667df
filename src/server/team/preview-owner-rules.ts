import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownerRulesBody } from './save-owner-rules';
import { MAX_CHANGED, previewRules } from './service/rules';

export const previewOwnerRulesInput = z.object({ body: ownerRulesBody });

const count = z.number().int().min(0);

export const previewOwnerRulesOutput = z.object({
  gained: count.describe('Projects that nobody owns and that would have an owner'),
  moved: count.describe('Projects that would go from one team to another'),
  lost: count.describe('Projects that nobody would own any more'),
  nobody: count.describe('Projects that nobody would own, whoever owns them now'),
  rules: z
    .array(
      z.object({
        projects: count.describe('That this rule would give their owner'),
        gained: count.describe('Of those, the ones that nobody owns now'),
      }),
    )
    .describe('As the rules were given'),
  changes: z
    .array(
      z.object({
        project_id: z.guid(),
        project_name: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        rule: z.number().int().nullable().describe('The index of the rule that decides'),
      }),
    )
    .describe(`By name, at most ${String(MAX_CHANGED)}`),
});

export const previewOwnerRulesMeta = rest({
  method: 'POST',
  path: '/owner_rules/preview',
  summary: 'Tell what rules would do',
  description: 'As the saving of the same rules would; nothing is stored.',
  tag: 'Teams',
  body: 'json',
});

export const previewOwnerRules = permitted('team:manage')
  .meta(previewOwnerRulesMeta)
  .input(previewOwnerRulesInput)
  .output(previewOwnerRulesOutput)
  .mutation(({ ctx, input }) =>
    previewRules(ctx.deps, ctx.principal.organizationId, input.body.rules),
  );
