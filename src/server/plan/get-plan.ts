import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { day } from '@/server/platform/trpc/outputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { planRecord } from './dto';
import { getPlan as get } from './service/list';

export const getPlanInput = z.object({ id: recordId });

export const getPlanOutput = planRecord
  .extend({
    progress: z
      .array(z.object({ day, left: z.number().int() }))
      .describe('Images that held the software at the end of each day since it was made'),
    may: z
      .object({ change: z.boolean(), delete: z.boolean() })
      .describe('What the caller may do with it'),
  })
  .meta({ id: 'PlanDetail' });

export const getPlanMeta = rest({
  method: 'GET',
  path: '/plans/{id}',
  summary: 'Get a plan',
  description:
    'With its course by day; over 400 days one point for every second, third and so on, the last day always.',
  tag: 'Plans',
  errors: [404],
});

export const getPlan = permitted('plan:read')
  .meta(getPlanMeta)
  .input(getPlanInput)
  .output(getPlanOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal, input.id));
