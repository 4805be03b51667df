import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { messageRuleBody } from './create-message-rule';
import { ruleRecord } from './dto';
import { saveRule } from './service/rules';

export const saveMessageRuleInput = z.object({ id: recordId, body: messageRuleBody });

export const saveMessageRuleOutput = ruleRecord;

export const saveMessageRuleMeta = rest({
  method: 'PUT',
  path: '/message_rules/{id}',
  summary: 'Change a rule for messages',
  description:
    'As a whole. What waits for its digest goes with the next one, by the rule as it is then; at once where it makes no digests any more, and not at all where it is turned off.',
  tag: 'Messages',
  errors: [404],
  body: 'json',
});

export const saveMessageRule = permitted('channel:manage')
  .meta(saveMessageRuleMeta)
  .input(saveMessageRuleInput)
  .output(saveMessageRuleOutput)
  .mutation(({ ctx, input }) => saveRule(ctx.deps, ctx.principal, input.id, input.body));
