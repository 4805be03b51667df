import { listArtifactTypes as list } from '@/server/software/dashboard/list';
import { permitted } from '../init';
import { listArtifactTypesOutput } from './list-artifact-types.schema';

/** The artifact types of the software in use, in order. */
export const listArtifactTypes = permitted('inventory:read')
  .output(listArtifactTypesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
