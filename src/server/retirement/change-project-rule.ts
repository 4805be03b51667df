import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { projectRule, projectRuleOutput } from './get-project-rule';
import { changeProjectRule as change } from './service/rules';

export const changeProjectRuleInput = z.object({
  id: recordId,
  body: projectRule.meta({
    id: 'ProjectRetirementRuleModel',
    example: { not_scanned_days: 365 },
  }),
});

export const changeProjectRuleMeta = rest({
  method: 'PUT',
  path: '/projects/{id}/retirement',
  summary: 'Change when a project’s images are retired',
  description: 'Followed within minutes, as the organization’s rules are.',
  tag: 'Projects',
  errors: [404],
  body: 'json',
});

export const changeProjectRule = permitted('organization:manage')
  .meta(changeProjectRuleMeta)
  .input(changeProjectRuleInput)
  .output(projectRuleOutput)
  .mutation(({ ctx, input }) =>
    change(ctx.deps, ctx.principal, input.id, input.body.not_scanned_days),
  );
