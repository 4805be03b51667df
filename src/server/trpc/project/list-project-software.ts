import { listProjectSoftware as list } from '@/server/finding/service';
import { permitted } from '../init';
import {
  listProjectSoftwareInput,
  listProjectSoftwareMeta,
  listProjectSoftwareOutput,
} from './list-project-software.schema';

export const listProjectSoftware = permitted('inventory:read')
  .meta(listProjectSoftwareMeta)
  .input(listProjectSoftwareInput)
  .output(listProjectSoftwareOutput)
  .query(({ ctx, input }) => list(ctx.deps, ctx.principal.organizationId, input.project_id));
