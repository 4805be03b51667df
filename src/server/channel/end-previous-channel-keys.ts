import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { channelRecord } from './dto';
import { endPreviousKeys } from './service/channels';

export const endPreviousChannelKeysInput = z.object({ id: recordId });

export const endPreviousChannelKeysOutput = channelRecord;

export const endPreviousChannelKeysMeta = rest({
  method: 'DELETE',
  path: '/channels/{id}/keys/previous',
  summary: 'End the previous keys of a channel',
  description: 'They sign no more, whatever grace they had. A channel that does not sign is a 409.',
  tag: 'Messages',
  errors: [404, 409],
});

export const endPreviousChannelKeys = permitted('channel:manage')
  .meta(endPreviousChannelKeysMeta)
  .input(endPreviousChannelKeysInput)
  .output(endPreviousChannelKeysOutput)
  .mutation(({ ctx, input }) => endPreviousKeys(ctx.deps, ctx.principal, input.id));
