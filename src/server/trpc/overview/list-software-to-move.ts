import { softwareToMove } from '@/server/overview/service';
import { permitted } from '../init';
import { listSoftwareToMoveOutput } from './list-software-to-move.schema';

/** What ended, what ends next and what matters most, each with where to move. */
export const listSoftwareToMove = permitted('inventory:read')
  .output(listSoftwareToMoveOutput)
  .query(({ ctx }) => softwareToMove(ctx.deps, ctx.principal.organizationId));
