import { z } from 'zod';
import { RECORD_KINDS } from '@/domain/organization';
import { nameInput } from '@/server/platform/trpc/inputs';
import { placesOfRecord as findPlaces } from '@/server/organization/service';
import { personProcedure } from '@/server/platform/trpc/init';

export const placesOfRecordInput = z.object({ kind: z.enum(RECORD_KINDS), name: nameInput });

/** Other organizations of the person's own that have the record. */
export const placesOfRecordOutput = z.array(
  z.object({ organizationId: z.uuid(), organizationName: z.string() }),
);

export const placesOfRecord = personProcedure
  .input(placesOfRecordInput)
  .output(placesOfRecordOutput)
  .query(({ ctx, input }) => findPlaces(ctx.deps, ctx.caller, input.kind, input.name));
