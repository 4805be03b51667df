import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { softwareIdentity } from './list-dashboard-software';
import { nameSoftware as name } from './service/detail';
import { permitted } from '@/server/platform/trpc/init';

export const nameSoftwareInput = z.object({ softwareId: recordId });

export const nameSoftwareOutput = softwareIdentity;

/** Tells which software an id names, for a list that is filtered by it. */
export const nameSoftware = permitted('inventory:read')
  .input(nameSoftwareInput)
  .output(nameSoftwareOutput)
  .query(({ ctx, input }) => name(ctx.deps, ctx.principal.organizationId, input.softwareId));
