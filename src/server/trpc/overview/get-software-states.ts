import { softwareStates } from '@/server/overview/service';
import { permitted } from '../init';
import { getSoftwareStatesOutput } from './get-software-states.schema';

/** How much software is in each state, and how much was a month ago. */
export const getSoftwareStates = permitted('inventory:read')
  .output(getSoftwareStatesOutput)
  .query(({ ctx }) => softwareStates(ctx.deps, ctx.principal.organizationId));
