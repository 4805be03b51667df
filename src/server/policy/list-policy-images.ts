import { z } from 'zod';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { pageInput, pageOf } from '@/domain/pagination';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { calendarDay } from '@/domain/validation/fields';
import { day, evidenceDegree, moveAdvice } from '@/server/platform/trpc/outputs';
import { outlookQuestion, toOutlookQuestion } from './dto';
import { listOutlookImages } from './service/outlook-images';
import { permittedToList } from '@/server/platform/trpc/init';
import { ownerRecord } from '@/server/team/dto';

export const listPolicyImagesInput = z.object({
  ...outlookQuestion,
  action: z.enum(POLICY_ACTIONS),
  /** Null: today. A day that is past, or more than a year ahead, counts as the nearest that is not. */
  on: calendarDay.nullable().default(null),
  /** Whether a cluster runs them; null: whichever. */
  running: z.boolean().nullable().default(null),
  ...pageInput,
});

const policyImage = z.object({
  id: z.guid(),
  kind: z.enum(IMAGE_KINDS),
  name: z.string(),
  tag: z.string(),
  projectId: z.guid(),
  projectName: z.string(),
  owner: ownerRecord.nullable(),
  /** The software, or the package, that decides; null with ALLOW. */
  because: z
    .object({
      productName: z.string(),
      cycle: z.string(),
      eolDate: day.nullable(),
      eolDateKnown: z.boolean(),
      /** The release cycle that the end was concluded from, where nobody says it. */
      estimatedFrom: z.string().nullable(),
      /** How well that is known. */
      evidence: evidenceDegree,
      /** The policy's id; `draft` for one that is not created yet. */
      policyId: z.string(),
      /** Since when it applies; null of a package. */
      appliesOn: day.nullable(),
      /** Of a package: what its registry says, or why its line is stale. Null: it is software. */
      statement: z.string().nullable(),
      /** Of a package: its package URL. Null: it is software. */
      purl: z.string().nullable(),
      /** The finding of that software in the image, whose page says why. Null of a package. */
      findingId: z.guid().nullable(),
      /** Where to move from it; null of a package, and when the catalog does not have the product. */
      advice: moveAdvice.nullable(),
    })
    .nullable(),
  /** Containers of workloads that run it. */
  running: z.number().int().min(0),
  /** How much more software decides the same. */
  others: z.number().int().min(0),
});

export const listPolicyImagesOutput = pageOf(policyImage).extend({
  /** The day that the list is about. */
  on: day,
});

/** Lists the images that a number of the forecast counts. */
export const listPolicyImages = permittedToList('inventory:read')
  .input(listPolicyImagesInput)
  .output(listPolicyImagesOutput)
  .query(({ ctx, input: { action, on, running, page, size, ...question } }) =>
    listOutlookImages(ctx.deps, ctx.principal.organizationId, {
      ...toOutlookQuestion(question),
      action,
      on,
      running,
      page,
      size,
    }),
  );
