import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { channelRecord } from './dto';
import { resumeChannel as resume } from './service/channels';

export const resumeChannelInput = z.object({ id: recordId });

export const resumeChannelOutput = channelRecord;

export const resumeChannelMeta = rest({
  method: 'POST',
  path: '/channels/{id}/resume',
  summary: 'Resume a channel',
  description:
    'It delivers what comes from now on. What was dropped can be replayed. One that came with an import is a 409 until it has keys or credentials of its own.',
  tag: 'Messages',
  errors: [404, 409],
});

export const resumeChannel = permitted('channel:manage')
  .meta(resumeChannelMeta)
  .input(resumeChannelInput)
  .output(resumeChannelOutput)
  .mutation(({ ctx, input }) => resume(ctx.deps, ctx.principal, input.id));
