import { z } from 'zod';
import { messageRule } from '@/domain/message/rule';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { ruleExample, ruleRecord } from './dto';
import { createRule } from './service/rules';

export const messageRuleBody = messageRule.meta({ id: 'NewMessageRule', example: ruleExample });

export const createMessageRuleInput = z.object({ body: messageRuleBody });

export const createMessageRuleOutput = ruleRecord;

export const createMessageRuleMeta = rest({
  method: 'POST',
  path: '/message_rules',
  summary: 'Add a rule for messages',
  description:
    'A channel hears what some rule leads to it, and nothing else; what several do comes once. By default a rule sends a digest every day, and at once only denied builds and what is critical. An organization has up to 200 rules; one more is a 409.',
  tag: 'Messages',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createMessageRule = permitted('channel:manage')
  .meta(createMessageRuleMeta)
  .input(createMessageRuleInput)
  .output(createMessageRuleOutput)
  .mutation(({ ctx, input }) => createRule(ctx.deps, ctx.principal, input.body));
