import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deleteRule } from './service/rules';

export const deleteMessageRuleInput = z.object({ id: recordId });

export const deleteMessageRuleOutput = z.void();

export const deleteMessageRuleMeta = rest({
  method: 'DELETE',
  path: '/message_rules/{id}',
  summary: 'Remove a rule for messages',
  description: 'With what waits for its digest. Its channels stay.',
  tag: 'Messages',
  errors: [404],
  success: 204,
});

export const deleteMessageRule = permitted('channel:manage')
  .meta(deleteMessageRuleMeta)
  .input(deleteMessageRuleInput)
  .output(deleteMessageRuleOutput)
  .mutation(({ ctx, input }) => deleteRule(ctx.deps, ctx.principal, input.id));
