import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { channelRecord } from './dto';
import { pauseChannel as pause } from './service/channels';

export const pauseChannelInput = z.object({ id: recordId });

export const pauseChannelOutput = channelRecord;

export const pauseChannelMeta = rest({
  method: 'POST',
  path: '/channels/{id}/pause',
  summary: 'Pause a channel',
  description:
    'Nothing is delivered to it. What waits for it, and what comes meanwhile, is kept as dropped and can be replayed.',
  tag: 'Messages',
  errors: [404],
});

export const pauseChannel = permitted('channel:manage')
  .meta(pauseChannelMeta)
  .input(pauseChannelInput)
  .output(pauseChannelOutput)
  .mutation(({ ctx, input }) => pause(ctx.deps, ctx.principal, input.id));
