import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { waiverEvent, waiverRecord } from './dto';
import { getWaiver as get } from './service/list';

export const getWaiverInput = z.object({ id: recordId });

export const getWaiverOutput = waiverRecord
  .extend({
    history: z.array(waiverEvent).describe('All that happened to it, oldest first'),
    may: z
      .object({
        decide: z.boolean(),
        change: z.boolean(),
        withdraw: z.boolean(),
        revoke: z.boolean(),
      })
      .describe('What the caller may do with it now'),
    not_decided_by_caller: z
      .string()
      .nullable()
      .describe('Why the caller may not decide on what is asked for; null where they may'),
  })
  .meta({ id: 'WaiverDetail' });

export const getWaiverMeta = rest({
  method: 'GET',
  path: '/waivers/{id}',
  summary: 'Get a waiver',
  description: 'With its history, which is kept for ever.',
  tag: 'Waivers',
  errors: [404],
});

export const getWaiver = permitted('waiver:read')
  .meta(getWaiverMeta)
  .input(getWaiverInput)
  .output(getWaiverOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal, input.id));
