import { z } from 'zod';
import { catalogFacts } from '@/server/catalog/dto';
import { supportRecord } from '@/server/coverage/dto';
import { EOL_SOURCES } from '@/domain/eol/proximity';
import { recordId } from '@/server/platform/trpc/inputs';
import { cycleStatus } from '@/server/policy/dto';
import {
  day,
  evidenceDegree,
  instant,
  moveAdvice,
  productNote,
} from '@/server/platform/trpc/outputs';
import { listImageFindings as list } from '@/server/finding/service/findings';
import { permittedToList } from '@/server/platform/trpc/init';

export const listImageFindingsInput = z.object({ imageTagId: recordId });

export const imageFinding = z.object({
  id: z.guid(),
  /** The software found: its (product, cycle, artifact type). */
  softwareId: z.guid(),
  productName: z.string(),
  productPermalink: z.string().nullable(),
  productNote,
  releaseCycle: z.string(),
  releaseDate: day.nullable(),
  artifactType: z.string(),
  lts: z.boolean().nullable(),
  /** Null: nothing is known of its end. */
  eolDate: day.nullable(),
  /** False with a date: it has ended on an unknown day, and the date is the day it was first seen. */
  eolDateKnown: z.boolean(),
  /** The cycle that its end was concluded from: nobody says it. */
  estimatedFrom: z.string().nullable(),
  eolSource: z.enum(EOL_SOURCES),
  evidence: evidenceDegree,
  /** The contract by which it is supported there; null: none. */
  contract: supportRecord.nullable(),
  /** The scanner's own date, whichever date counts. */
  scannerEolDate: day.nullable(),
  latestRelease: z.string().nullable(),
  latestReleaseDate: day.nullable(),
  firstSeenDate: instant,
  /** The policies' verdict on it today. */
  policy: cycleStatus,
  /** `catalog`: software that the scanner's database missed. */
  foundBy: z.enum(['scanner', 'catalog']),
  /** The catalog's facts of the cycle; null when it neither has it nor concludes that it has ended. */
  catalog: catalogFacts.nullable(),
  /** Null when the catalog does not have the product. */
  advice: moveAdvice.nullable(),
  packages: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      type: z.string(),
      purl: z.string().nullable(),
    }),
  ),
});

export const listImageFindingsOutput = z.array(imageFinding);

/** Lists every open finding of an image; those with no known end come last. */
export const listImageFindings = permittedToList('inventory:read')
  .input(listImageFindingsInput)
  .output(listImageFindingsOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input.imageTagId));
