import { z } from 'zod';
import { SUPPORT_LEVELS } from '@/domain/catalog/catalog';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { catalogFacts } from '@/server/catalog/dto';
import { elsewhereRecord, supportRecord } from '@/server/coverage/dto';
import { EOL_SOURCES } from '@/domain/eol/proximity';
import { recordId } from '@/server/platform/trpc/inputs';
import { day, evidenceDegree, moveAdvice, productNote } from '@/server/platform/trpc/outputs';
import { cycleStatus } from '@/server/policy/dto';
import { ownerRecord } from '@/server/team/dto';
import { softwareIdentity } from './list-dashboard-software';
import { getSoftware as get } from './service/detail';
import { permitted } from '@/server/platform/trpc/init';

export const getSoftwareInput = z.object({ softwareId: recordId });

const judgement = cycleStatus.omit({ nextChange: true }).extend({
  /** The later days on which the action changes, as policies and dates are today. */
  changes: z.array(z.object({ on: day, action: z.enum(POLICY_ACTIONS) })),
});

export const lifecycleCycle = z.object({
  name: z.string(),
  label: z.string(),
  lts: z.boolean(),
  releasedOn: day.nullable(),
  endsOn: day.nullable(),
  endsOnKnown: z.boolean(),
  releaseNotesUrl: z.string().nullable(),
  /** The cycle that its end was concluded from: nobody says it. */
  estimatedFrom: z.string().nullable(),
  /** By level; empty when no more than the end is known. */
  support: z.array(
    z.object({ level: z.enum(SUPPORT_LEVELS), endsOn: day.nullable(), ended: z.boolean() }),
  ),
  /** Whether it is the cycle that was asked for. */
  isThis: z.boolean(),
  /** Image tags that hold it, each once. Null on a day before where it was held as several things. */
  images: z.number().int().nullable(),
  /** As what images hold it; empty when none does. */
  held: z.array(
    z.object({
      softwareId: z.guid(),
      artifactType: z.string(),
      images: z.number().int(),
      contract: supportRecord.nullable(),
    }),
  ),
});

export const getSoftwareOutput = softwareIdentity.extend({
  productPermalink: z.string().nullable(),
  lts: z.boolean().nullable(),
  releaseDate: day.nullable(),
  latestRelease: z.string().nullable(),
  latestReleaseDate: day.nullable(),
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
  /** The one by which it is supported in other places. */
  contractElsewhere: elsewhereRecord.nullable(),
  /** The scanner's own date, whichever date counts. */
  scannerEolDate: day.nullable(),
  firstSeenDate: day,
  images: z.number().int(),
  projects: z.number().int(),
  productNote,
  /** The policies' verdict on it today in every project without policies of its own. */
  policy: judgement,
  /** The same in images that a cluster runs; null where no policy asks. */
  runningPolicy: judgement.nullable(),
  /** The same in projects that have some and hold it, 50 at most. */
  projectPolicies: z.array(
    z.object({
      project: z.object({ id: z.guid(), name: z.string() }),
      owner: ownerRecord.nullable(),
      policy: judgement,
      runningPolicy: judgement.nullable(),
    }),
  ),
  /** The same in the other projects of teams that have a waiver of it. */
  teamPolicies: z.array(
    z.object({
      team: z.object({ id: z.guid(), name: z.string() }),
      policy: judgement,
      runningPolicy: judgement.nullable(),
    }),
  ),
  /** The product's cycles, newest first. */
  lifecycle: z.array(lifecycleCycle),
  /** The catalog's facts of the cycle; null when it does not have it. */
  catalog: catalogFacts.nullable(),
  /** Null when the catalog does not have the product. */
  advice: moveAdvice.nullable(),
});

/** Gets one release cycle as one artifact type, with all that is known of it. */
export const getSoftware = permitted('inventory:read')
  .input(getSoftwareInput)
  .output(getSoftwareOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.softwareId));
