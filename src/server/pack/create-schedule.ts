import { z } from 'zod';
import { PACK_PERIODS } from '@/domain/pack/schedule';
import { PACK_TEMPLATES } from '@/domain/pack/templates';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { scheduleRecord } from './dto';
import { createSchedule as create } from './service/schedules';

export const createScheduleInput = z.object({
  body: z.object({ template: z.enum(PACK_TEMPLATES), period: z.enum(PACK_PERIODS) }).meta({
    id: 'EvidencePackScheduleModel',
    example: { template: 'cis-2-2', period: 'monthly' },
  }),
});

export const createScheduleOutput = scheduleRecord;

export const createScheduleMeta = rest({
  method: 'POST',
  path: '/evidence_pack_schedules',
  summary: 'Schedule evidence packs',
  description:
    'One is made at the beginning of each month or quarter of the calendar (UTC), the next one first, and told by the message `pack.made`. A period that was missed altogether is not made up for.',
  tag: 'Evidence packs',
  errors: [409],
  success: 201,
  body: 'json',
});

export const createSchedule = permitted('pack:write')
  .meta(createScheduleMeta)
  .input(createScheduleInput)
  .output(createScheduleOutput)
  .mutation(({ ctx, input: { body } }) => create(ctx.deps, ctx.principal, body));
