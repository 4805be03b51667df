import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deleteChannel as remove } from './service/channels';

export const deleteChannelInput = z.object({ id: recordId });

export const deleteChannelOutput = z.void();

export const deleteChannelMeta = rest({
  method: 'DELETE',
  path: '/channels/{id}',
  summary: 'Remove a channel',
  description: 'With the record of what went to it, and with what still waits for it.',
  tag: 'Messages',
  errors: [404],
  success: 204,
});

export const deleteChannel = permitted('channel:manage')
  .meta(deleteChannelMeta)
  .input(deleteChannelInput)
  .output(deleteChannelOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
