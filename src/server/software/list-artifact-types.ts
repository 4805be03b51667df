import { z } from 'zod';
import { listArtifactTypes as list } from './service/list';
import { permittedToList } from '@/server/platform/trpc/init';

export const listArtifactTypesOutput = z.array(z.string());

/** Lists the artifact types of the software in use, in order. */
export const listArtifactTypes = permittedToList('inventory:read')
  .output(listArtifactTypesOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
