import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deliveryDetail } from './dto';
import { testChannel as test } from './service/history';

export const testChannelInput = z.object({ id: recordId });

export const testChannelOutput = deliveryDetail;

export const testChannelMeta = rest({
  method: 'POST',
  path: '/channels/{id}/test',
  summary: 'Test a channel',
  description:
    'Sends a message of the kind `test` at once, be the channel disabled or not, and waits for the answer, 20 seconds at most; of a mail channel so long for each address. Its failure has no consequences. While something else is being sent to the channel it is a 409.',
  tag: 'Messages',
  errors: [404, 409],
});

export const testChannel = permitted('channel:manage')
  .meta(testChannelMeta)
  .input(testChannelInput)
  .output(testChannelOutput)
  .mutation(({ ctx, input }) => test(ctx.deps, ctx.principal, input.id));
