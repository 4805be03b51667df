import { z } from 'zod';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { elsewhereRecord, supportRecord } from '@/server/coverage/dto';
import { labelFilter } from '@/server/image/list-images';
import { readerIdOf } from '@/server/platform/auth/principal';
import { nameInput, ownerInput, recordId } from '@/server/platform/trpc/inputs';
import { day, moveAdvice } from '@/server/platform/trpc/outputs';
import { softwareIdentity } from '@/server/software/list-dashboard-software';
import { listTimeline as list } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const listTimelineInput = z.object({
  projectId: recordId.nullish(),
  label: labelFilter.nullish(),
  artifactType: nameInput.nullish(),
  owner: ownerInput,
});

const timelineItem = softwareIdentity.extend({
  lts: z.boolean().nullable(),
  releaseDate: day.nullable(),
  /** Null: nothing is known of its end. */
  eolDate: day.nullable(),
  /** False with a date: it has ended on an unknown day, and the date is the day it was first seen. */
  eolDateKnown: z.boolean(),
  /** The cycle that its end was concluded from: nobody says it. */
  estimatedFrom: z.string().nullable(),
  /** The contract by which it is supported there; null: none. */
  contract: supportRecord.nullable(),
  /** The one by which it is supported in other places. */
  contractElsewhere: elsewhereRecord.nullable(),
  /** The catalog's support phases; none when it does not have the cycle. */
  support: z.array(
    z.object({ level: z.enum(SUPPORT_LEVELS), endsOn: day.nullable(), ended: z.boolean() }),
  ),
  /** Null when the catalog does not have the product. */
  advice: moveAdvice.nullable(),
  /** Image tags that hold it, among those that the conditions keep. */
  images: z.number().int(),
});

export const listTimelineOutput = z.object({
  /** Soonest end first, no known end last. */
  items: z.array(timelineItem),
  /** How many there are; more than `items` when the list was cut. */
  total: z.number().int(),
});

/** Lists all software in use on one time axis. */
export const listTimeline = permitted('inventory:read')
  .input(listTimelineInput)
  .output(listTimelineOutput)
  .query(({ ctx, input }) =>
    list(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
