import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ownerRuleRecord } from './dto';
import { listRules } from './service/rules';

export const listOwnerRulesOutput = z.object({ rules: z.array(ownerRuleRecord) });

export const listOwnerRulesMeta = rest({
  method: 'GET',
  path: '/owner_rules',
  summary: 'List the rules that give projects an owner',
  description:
    'In their order: the first that says something of a project decides. An owner that was set by hand wins over all of them.',
  tag: 'Teams',
});

export const listOwnerRules = permitted('team:read')
  .meta(listOwnerRulesMeta)
  .output(listOwnerRulesOutput)
  .query(({ ctx }) => listRules(ctx.deps, ctx.principal.organizationId));
