import { z } from 'zod';
import { channelPatch } from '@/domain/channel/channel';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { channelRecord } from './dto';
import { patchChannel as patch } from './service/channels';

export const patchChannelInput = z.object({ id: recordId, body: channelPatch });

export const patchChannelOutput = channelRecord;

export const patchChannelMeta = rest({
  method: 'PATCH',
  path: '/channels/{id}',
  summary: 'Change a channel',
  description:
    'What is absent stays. Messages that wait for it go where it leads from now on. Its kind and its keys stay.',
  tag: 'Messages',
  errors: [404],
  body: 'json',
});

export const patchChannel = permitted('channel:manage')
  .meta(patchChannelMeta)
  .input(patchChannelInput)
  .output(patchChannelOutput)
  .mutation(({ ctx, input }) => patch(ctx.deps, ctx.principal, input.id, input.body));
