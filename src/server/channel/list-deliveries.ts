import { z } from 'zod';
import { DELIVERY_STATES } from '@/domain/channel/channel';
import { pageInput, pageOf } from '@/domain/pagination';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { deliveryRecord } from './dto';
import { listDeliveries as list } from './service/history';

export const listDeliveriesInput = z.object({
  id: recordId,
  state: z.enum(DELIVERY_STATES).nullable().describe('What became of it').optional(),
  ...pageInput,
});

export const listDeliveriesOutput = pageOf(deliveryRecord);

export const listDeliveriesMeta = rest({
  method: 'GET',
  path: '/channels/{id}/deliveries',
  summary: 'List the deliveries of a channel',
  description: 'What went to it and what waits, the newest first; kept for 90 days.',
  tag: 'Messages',
  errors: [404],
});

export const listDeliveries = permitted('channel:manage')
  .meta(listDeliveriesMeta)
  .input(listDeliveriesInput)
  .output(listDeliveriesOutput)
  .query(({ ctx, input: { id, ...query } }) =>
    list(ctx.deps, ctx.principal.organizationId, id, query),
  );
