import { z } from 'zod';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { EOL_STATES } from '@/domain/eol/proximity';
import { HORIZONS } from '@/domain/timeline/list';
import { elsewhereRecord, supportRecord } from '@/server/coverage/dto';
import {
  asOfInput,
  labelFilter,
  nameInput,
  ownerInput,
  recordId,
} from '@/server/platform/trpc/inputs';
import { day, evidenceDegree, moveAdvice } from '@/server/platform/trpc/outputs';
import { softwareIdentity } from '@/server/software/list-dashboard-software';

/** Which images count. */
const imageFields = {
  projectId: recordId.nullish(),
  label: labelFilter.nullish(),
  owner: ownerInput,
  asOf: asOfInput,
};

/** What is on the timeline. */
export const timelineFields = {
  ...imageFields,
  artifactType: nameInput.nullish(),
  states: z.array(z.enum(EOL_STATES)).max(EOL_STATES.length).nullish(),
  /** Only what ends within so many months from today, or from the day that is asked for, or in a quarter of the calendar. */
  within: z.literal(HORIZONS).nullish(),
};

/** Plans or waivers of one day. */
const markedDay = z.object({ day, count: z.number().int() });

export const timelineItem = softwareIdentity.extend({
  lts: z.boolean().nullable(),
  state: z.enum(EOL_STATES),
  releaseDate: day.nullable(),
  /** Null: nothing is known of its end. */
  eolDate: day.nullable(),
  /** False with a date: it has ended on an unknown day, and the date is the day it was first seen. */
  eolDateKnown: z.boolean(),
  /** The cycle that its end was concluded from: nobody says it. */
  estimatedFrom: z.string().nullable(),
  /** How well its end is known. */
  evidence: evidenceDegree,
  /** The contract by which it is supported there; null: none. */
  contract: supportRecord.nullable(),
  /** The one by which it is supported in other places. */
  contractElsewhere: elsewhereRecord.nullable(),
  /** The catalog's support phases; none when it does not have the cycle, and as of a day before. */
  support: z.array(
    z.object({ level: z.enum(SUPPORT_LEVELS), endsOn: day.nullable(), ended: z.boolean() }),
  ),
  /** Null when the catalog does not have the product, and as of a day before. */
  advice: moveAdvice.nullable(),
  /** Plans to move from the cycle, wherever, by the day they are due; none as of a day before. */
  plans: z.array(markedDay),
  /** Waivers for the cycle that hold, wherever, by their last day; none as of a day before. */
  waivers: z.array(markedDay),
});

/** All that is in use of one product. */
export const timelineLine = z.object({
  productName: z.string(),
  /** Release cycles among those that are asked for. */
  cycles: z.number().int(),
  /**
   * Each cycle as each package type, soonest end first, no known end last; when there are many, those that ended first are
   * left out.
   */
  items: z.array(timelineItem),
});
