import { z } from 'zod';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { scheduleRecord } from './dto';
import { deleteSchedule as remove } from './service/schedules';

export const deleteScheduleInput = z.object({ id: recordId });

export const deleteScheduleOutput = scheduleRecord;

export const deleteScheduleMeta = rest({
  method: 'DELETE',
  path: '/evidence_pack_schedules/{id}',
  summary: 'Delete a schedule of evidence packs',
  description: 'What it made stays: packs are never deleted.',
  tag: 'Evidence packs',
  errors: [404],
});

export const deleteSchedule = permitted('pack:write')
  .meta(deleteScheduleMeta)
  .input(deleteScheduleInput)
  .output(deleteScheduleOutput)
  .mutation(({ ctx, input }) => remove(ctx.deps, ctx.principal, input.id));
