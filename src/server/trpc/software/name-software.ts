import { nameSoftware as name } from '@/server/software/dashboard/detail';
import { permitted } from '../init';
import { nameSoftwareInput, nameSoftwareOutput } from './name-software.schema';

/** Which software an id names, for a list that is filtered by it. */
export const nameSoftware = permitted('inventory:read')
  .input(nameSoftwareInput)
  .output(nameSoftwareOutput)
  .query(({ ctx, input }) => name(ctx.deps, ctx.principal.organizationId, input.softwareId));
