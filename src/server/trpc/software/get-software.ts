import { getSoftware as get } from '@/server/software/dashboard/detail';
import { permitted } from '../init';
import { getSoftwareInput, getSoftwareOutput } from './get-software.schema';

/** All of one release cycle as one artifact type. */
export const getSoftware = permitted('inventory:read')
  .input(getSoftwareInput)
  .output(getSoftwareOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.softwareId));
