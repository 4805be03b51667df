import { listProjectsForDashboard } from '@/server/project/dashboard';
import { permitted } from '../init';
import {
  listDashboardProjectsInput,
  listDashboardProjectsOutput,
} from './list-dashboard-projects.schema';

/** The projects table: counts instead of the images that REST nests, in any of the table's orders. */
export const listDashboardProjects = permitted('inventory:read')
  .input(listDashboardProjectsInput)
  .output(listDashboardProjectsOutput)
  .query(({ ctx, input }) =>
    listProjectsForDashboard(ctx.deps, ctx.principal.organizationId, input),
  );
