import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { readerIdOf } from '@/server/platform/auth/principal';
import { asOfInput, labelFilter, ownerInput, recordId } from '@/server/platform/trpc/inputs';
import { day } from '@/server/platform/trpc/outputs';
import { softwareStates } from './service';
import { permittedToList } from '@/server/platform/trpc/init';

const states = z.record(z.enum(EOL_STATES), z.number().int().min(0));

const overviewScope = {
  owner: ownerInput,
  projectId: recordId.nullish(),
  label: labelFilter.nullish(),
};

/** Which images count; all of them without it. */
export const overviewInput = z.object(overviewScope).default({});

export const getSoftwareStatesInput = z.object({ ...overviewScope, asOf: asOfInput }).default({});

export const getSoftwareStatesOutput = z.object({
  today: day,
  /** The day a month ago. */
  since: day,
  /** Software by state: today, and at the end of that day. */
  now: states,
  then: states,
});

/** Counts the software in each state, now and a month ago. */
export const getSoftwareStates = permittedToList('inventory:read')
  .output(getSoftwareStatesOutput)
  .input(getSoftwareStatesInput)
  .query(({ ctx, input }) =>
    softwareStates(ctx.deps, ctx.principal.organizationId, {
      ...input,
      readerId: readerIdOf(ctx.principal),
    }),
  );
