import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { channelRecord } from './dto';
import { getChannel as get } from './service/channels';

export const getChannelInput = z.object({ id: recordId });

export const getChannelOutput = channelRecord;

export const getChannelMeta = rest({
  method: 'GET',
  path: '/channels/{id}',
  summary: 'Get a channel',
  tag: 'Messages',
  errors: [404],
});

export const getChannel = permitted('channel:manage')
  .meta(getChannelMeta)
  .input(getChannelInput)
  .output(getChannelOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.id));
