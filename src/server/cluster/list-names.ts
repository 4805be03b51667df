import { z } from 'zod';
import { permittedToList } from '@/server/platform/trpc/init';
import { listClusterNames as list } from './service/clusters';

export const listClusterNamesOutput = z.array(z.object({ id: z.guid(), name: z.string() }));

/** Lists the organization's clusters by name, as choices of a filter. */
export const listClusterNames = permittedToList('inventory:read')
  .output(listClusterNamesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
