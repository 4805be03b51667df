import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { calendarDay } from '@/domain/validation/fields';
import { supportRecord } from '@/server/coverage/dto';
import { recordId } from '@/server/platform/trpc/inputs';
import { callerKind, day, eolState, evidenceDegree, instant } from '@/server/platform/trpc/outputs';
import { cycleStatus } from '@/server/policy/dto';
import { namedRecord } from './dto';
import { getPastImage as get } from './service/past';
import { permitted } from '@/server/platform/trpc/init';

export const getPastImageInput = z.object({ imageTagId: recordId, asOf: calendarDay });

const pastFinding = z.object({
  id: z.guid(),
  softwareId: z.guid(),
  productName: z.string(),
  releaseCycle: z.string(),
  artifactType: z.string(),
  lts: z.boolean().nullable(),
  state: eolState,
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
  /** What the policies made of it on that day. */
  policy: cycleStatus.omit({ nextChange: true }),
});

export const getPastImageOutput = z.object({
  day,
  id: z.guid(),
  kind: z.enum(IMAGE_KINDS),
  name: z.string(),
  tag: z.string(),
  project: namedRecord,
  owner: namedRecord.nullable(),
  /** Whether it counted when that day was over, or why it did not. */
  fate: z.enum(['counted', 'not-scanned', 'retired', 'deleted']),
  /** Whether it is deleted by now: there is no page of it as it is. */
  isGone: z.boolean(),
  firstScanDate: instant,
  /** The last scan by then; null: it is not kept any more, or there was none. */
  latestScan: z
    .object({
      id: z.guid(),
      scanDate: instant,
      callerKind,
      callerName: z.string(),
      commitHash: z.string().nullable(),
      digest: z.string().nullable(),
      componentCount: z.number().int(),
    })
    .nullable(),
  states: z.record(z.enum(EOL_STATES), z.number().int()),
  /** The verdict of the policies on what it held. */
  action: z.enum(POLICY_ACTIONS),
  /** False: what the policies were is not kept, and the verdicts are by those of today. */
  arePoliciesKept: z.boolean(),
  findings: z.array(pastFinding),
});

/** Gets an image as it was when a day was over; what it held with no known end comes last. */
export const getPastImage = permitted('inventory:read')
  .input(getPastImageInput)
  .output(getPastImageOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input));
