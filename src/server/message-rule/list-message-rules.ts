import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ruleRecord } from './dto';
import { listRules } from './service/rules';

export const listMessageRulesOutput = z.array(ruleRecord);

export const listMessageRulesMeta = rest({
  method: 'GET',
  path: '/message_rules',
  summary: 'List the rules for messages',
  description: 'By name: their order decides nothing. Up to 200.',
  tag: 'Messages',
});

export const listMessageRules = permitted('channel:manage')
  .meta(listMessageRulesMeta)
  .output(listMessageRulesOutput)
  .query(({ ctx }) => listRules(ctx.deps, ctx.principal.organizationId));
