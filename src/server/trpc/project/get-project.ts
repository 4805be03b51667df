import { getProject as get } from '@/server/project/dashboard';
import { permitted } from '../init';
import { getProjectInput, getProjectOutput } from './get-project.schema';

export const getProject = permitted('inventory:read')
  .input(getProjectInput)
  .output(getProjectOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.projectId));
