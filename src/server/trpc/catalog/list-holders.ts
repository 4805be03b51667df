import { listHolders as list } from '@/server/catalog/dashboard/holders';
import { permitted } from '../init';
import { listHoldersInput, listHoldersOutput } from './list-holders.schema';

/** The images that hold a product. */
export const listHolders = permitted('inventory:read')
  .input(listHoldersInput)
  .output(listHoldersOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input));
