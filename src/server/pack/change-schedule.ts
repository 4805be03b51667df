import { z } from 'zod';
import { PACK_PERIODS } from '@/domain/pack/schedule';
import { permitted } from '@/server/platform/trpc/init';
import { recordId } from '@/server/platform/trpc/inputs';
import { rest } from '@/server/platform/trpc/meta';
import { scheduleRecord } from './dto';
import { changeSchedule as change } from './service/schedules';

export const changeScheduleInput = z.object({
  id: recordId,
  body: z
    .object({ period: z.enum(PACK_PERIODS).optional(), paused: z.boolean().optional() })
    .meta({ id: 'EvidencePackSchedulePatchModel', example: { paused: true } }),
});

export const changeScheduleOutput = scheduleRecord;

export const changeScheduleMeta = rest({
  method: 'PATCH',
  path: '/evidence_pack_schedules/{id}',
  summary: 'Change a schedule of evidence packs',
  description:
    'What is left out stays. The next pack is then due at the beginning of the next month or quarter.',
  tag: 'Evidence packs',
  errors: [404],
  body: 'json',
});

export const changeSchedule = permitted('pack:write')
  .meta(changeScheduleMeta)
  .input(changeScheduleInput)
  .output(changeScheduleOutput)
  .mutation(({ ctx, input: { id, body } }) =>
    change(ctx.deps, ctx.principal, id, { period: body.period, isPaused: body.paused }),
  );
