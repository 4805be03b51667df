import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { retireDays } from './get-rules';
import { getProjectRule as get } from './service/rules';

export const getProjectRuleInput = z.object({ id: recordId });

/** A project's own rule. */
export const projectRule = z.object({
  not_scanned_days: retireDays.nullable().describe('0: never; null: as the organization says'),
});

const example = { not_scanned_days: null, inherited_days: 90 };

export const projectRuleOutput = projectRule
  .extend({ inherited_days: retireDays.describe('What the organization says') })
  .meta({ id: 'ProjectRetirementRule', example });

export const getProjectRuleMeta = rest({
  method: 'GET',
  path: '/projects/{id}/retirement',
  summary: 'Read when a project’s images are retired',
  tag: 'Projects',
  errors: [404],
});

export const getProjectRule = permitted('inventory:read')
  .meta(getProjectRuleMeta)
  .input(getProjectRuleInput)
  .output(projectRuleOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
