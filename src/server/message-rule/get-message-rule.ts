import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { ruleRecord } from './dto';
import { getRule } from './service/rules';

export const getMessageRuleInput = z.object({ id: recordId });

export const getMessageRuleOutput = ruleRecord;

export const getMessageRuleMeta = rest({
  method: 'GET',
  path: '/message_rules/{id}',
  summary: 'Get a rule for messages',
  tag: 'Messages',
  errors: [404],
});

export const getMessageRule = permitted('channel:manage')
  .meta(getMessageRuleMeta)
  .input(getMessageRuleInput)
  .output(getMessageRuleOutput)
  .query(({ ctx, input }) => getRule(ctx.deps, ctx.principal.organizationId, input.id));
