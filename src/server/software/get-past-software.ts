import { z } from 'zod';
import { calendarDay } from '@/domain/validation/fields';
import { supportRecord } from '@/server/coverage/dto';
import { recordId } from '@/server/platform/trpc/inputs';
import { day, evidenceDegree } from '@/server/platform/trpc/outputs';
import { lifecycleCycle } from './get-software';
import { softwareIdentity } from './list-dashboard-software';
import { getPastSoftware as get } from './service/detail';
import { permitted } from '@/server/platform/trpc/init';

export const getPastSoftwareInput = z.object({ softwareId: recordId, asOf: calendarDay });

export const getPastSoftwareOutput = softwareIdentity.extend({
  day,
  lts: z.boolean().nullable(),
  releaseDate: day.nullable(),
  firstSeenDate: day,
  /** Null: nothing was known of its end. */
  eolDate: day.nullable(),
  /** False with a date: it had ended on an unknown day, and the date is the day it was first seen. */
  eolDateKnown: z.boolean(),
  /** The cycle that its end was concluded from: nobody said it. */
  estimatedFrom: z.string().nullable(),
  /** By whose word that was. */
  evidence: evidenceDegree,
  /** The contract by which it was supported there; null: none. */
  contract: supportRecord.nullable(),
  /** Image tags that held it when that day was over, and their projects. */
  images: z.number().int(),
  projects: z.number().int(),
  /** The product's cycles that images held then, and this one, newest first. */
  lifecycle: z.array(lifecycleCycle),
});

/** Gets one release cycle as one artifact type, as it was when a day was over. */
export const getPastSoftware = permitted('inventory:read')
  .input(getPastSoftwareInput)
  .output(getPastSoftwareOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input));
