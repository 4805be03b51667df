import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deliveryDetail } from './dto';
import { getDelivery as get } from './service/history';

export const getDeliveryInput = z.object({ id: recordId, message_id: recordId });

export const getDeliveryOutput = deliveryDetail;

export const getDeliveryMeta = rest({
  method: 'GET',
  path: '/channels/{id}/deliveries/{message_id}',
  summary: 'Get a delivery',
  description: 'With what is sent, and its attempts with the beginning of each answer.',
  tag: 'Messages',
  errors: [404],
});

export const getDelivery = permitted('channel:manage')
  .meta(getDeliveryMeta)
  .input(getDeliveryInput)
  .output(getDeliveryOutput)
  .query(({ ctx, input }) =>
    get(ctx.deps, ctx.principal.organizationId, input.id, input.message_id),
  );
