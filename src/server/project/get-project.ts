import { z } from 'zod';
import { recordId } from '@/server/platform/trpc/inputs';
import { instant } from '@/server/platform/trpc/outputs';
import { dashboardProject } from './list-dashboard-projects';
import { getProject as get } from './service';
import { permitted } from '@/server/platform/trpc/init';

export const getProjectInput = z.object({ projectId: recordId });

export const getProjectOutput = dashboardProject.extend({ createdDate: instant });

export const getProject = permitted('inventory:read')
  .input(getProjectInput)
  .output(getProjectOutput)
  .query(({ ctx, input }) => get(ctx.deps, ctx.principal.organizationId, input.projectId));
