import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { scheduleRecord } from './dto';
import { listSchedules as list } from './service/schedules';

export const listSchedulesOutput = z.array(scheduleRecord);

export const listSchedulesMeta = rest({
  method: 'GET',
  path: '/evidence_pack_schedules',
  summary: 'List the schedules of evidence packs',
  description: 'By template, of which each has one at most.',
  tag: 'Evidence packs',
});

export const listSchedules = permitted('pack:read')
  .meta(listSchedulesMeta)
  .input(z.object({}))
  .output(listSchedulesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
