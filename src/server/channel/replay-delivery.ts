import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deliveryDetail } from './dto';
import { replayDelivery as replay } from './service/history';

export const replayDeliveryInput = z.object({ id: recordId, message_id: recordId });

export const replayDeliveryOutput = deliveryDetail;

export const replayDeliveryMeta = rest({
  method: 'POST',
  path: '/channels/{id}/deliveries/{message_id}/replay',
  summary: 'Replay a delivery',
  description:
    'Sends it again as soon as it can be, under the same id, with the whole schedule before it. One that waits already, or whose channel is disabled, is a 409.',
  tag: 'Messages',
  errors: [404, 409],
});

export const replayDelivery = permitted('channel:manage')
  .meta(replayDeliveryMeta)
  .input(replayDeliveryInput)
  .output(replayDeliveryOutput)
  .mutation(({ ctx, input }) => replay(ctx.deps, ctx.principal, input.id, input.message_id));
