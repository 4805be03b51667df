import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { messageRuleBody } from './create-message-rule';
import { rulePreview } from './dto';
import { previewRule } from './service/preview';

export const previewMessageRuleInput = z.object({ body: messageRuleBody });

export const previewMessageRuleOutput = rulePreview;

export const previewMessageRuleMeta = rest({
  method: 'POST',
  path: '/message_rules/preview',
  summary: 'Tell what a rule would have sent',
  description:
    'In the last seven days, or 31 where its digests are monthly, had it been there and on: by what was said in that time. Nothing is stored and nothing is sent.',
  tag: 'Messages',
  body: 'json',
});

export const previewMessageRule = permitted('channel:manage')
  .meta(previewMessageRuleMeta)
  .input(previewMessageRuleInput)
  .output(previewMessageRuleOutput)
  .mutation(({ ctx, input }) => previewRule(ctx.deps, ctx.principal.organizationId, input.body));
