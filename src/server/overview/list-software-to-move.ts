import { z } from 'zod';
import { elsewhereRecord, supportRecord } from '@/server/coverage/dto';
import { readerIdOf } from '@/server/platform/auth/principal';
import { overviewInput } from './get-software-states';
import { day, evidenceDegree, moveAdvice } from '@/server/platform/trpc/outputs';
import { softwareToMove as softwareOfOverview } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

const softwareToMove = z.object({
  id: z.guid(),
  productName: z.string(),
  cycle: z.string(),
  artifactType: z.string(),
  eolDate: day,
  /** False: it has ended on an unknown day, and the date is the day it was first seen. */
  eolDateKnown: z.boolean(),
  /** The cycle that its end was concluded from: nobody says it. */
  estimatedFrom: z.string().nullable(),
  /** How well its end is known. */
  evidence: evidenceDegree,
  /** The contract by which it is supported there; null: none. */
  contract: supportRecord.nullable(),
  /** The one by which it is supported in other places. */
  contractElsewhere: elsewhereRecord.nullable(),
  /** Image tags that hold it. */
  images: z.number().int(),
  /** Null when the catalog does not have the product. */
  advice: moveAdvice.nullable(),
});

/** What is one story: the package types of one release cycle, or the cycles of one product. */
const group = z.object({
  /** Image tags that hold any of it. */
  images: z.number().int(),
  /** That which most images hold first. */
  software: z.array(softwareToMove),
});

export const listSoftwareToMoveOutput = z.object({
  today: day,
  /** The day a month ago. */
  since: day,
  /** Release cycles that have ended since then, latest first. */
  ended: z.array(group),
  /** Release cycles that end within twelve months, next first. */
  next: z.array(group),
  /** Product lines of which something has ended or ends within six months: those that most images hold. */
  lines: z.array(group),
});

/** Lists the software that ended, ends next and matters most, each with where to move. */
export const listSoftwareToMove = permittedToList('inventory:read')
  .output(listSoftwareToMoveOutput)
  .input(overviewInput)
  .query(({ ctx, input }) =>
    softwareOfOverview(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
