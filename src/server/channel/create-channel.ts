import { z } from 'zod';
import { channelDraft } from '@/domain/channel/channel';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { shownChannel } from './dto';
import { createChannel as create } from './service/channels';

export const createChannelInput = z.object({ body: channelDraft });

export const createChannelOutput = shownChannel;

export const createChannelMeta = rest({
  method: 'POST',
  path: '/channels',
  summary: 'Add a channel',
  description:
    'It delivers what rules for messages lead to it. A webhook gets the keys that it signs with, as Standard Webhooks says; the secret is shown this once. Credentials are stored sealed and never shown again. Which hosts may be asked is set by the operator: a host that may not be is told of by the first attempt. An organization has up to 200; one more is a 409.',
  tag: 'Messages',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createChannel = permitted('channel:manage')
  .meta(createChannelMeta)
  .input(createChannelInput)
  .output(createChannelOutput)
  .mutation(({ ctx, input }) => create(ctx.deps, ctx.principal, input.body));
