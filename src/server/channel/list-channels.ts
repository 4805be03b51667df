import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { channelRecord } from './dto';
import { listChannels as list } from './service/channels';

export const listChannelsOutput = z.array(channelRecord);

export const listChannelsMeta = rest({
  method: 'GET',
  path: '/channels',
  summary: 'List the channels',
  description: 'Where messages go outside of the dashboard; the oldest first, without secrets.',
  tag: 'Messages',
});

export const listChannels = permitted('channel:manage')
  .meta(listChannelsMeta)
  .output(listChannelsOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
