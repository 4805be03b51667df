import { listSoftwareForDashboard } from '@/server/software/dashboard/list';
import { permitted } from '../init';
import {
  listDashboardSoftwareInput,
  listDashboardSoftwareOutput,
} from './list-dashboard-software.schema';

/** The software table: counts instead of the images that REST nests, and also what has no known end. */
export const listDashboardSoftware = permitted('inventory:read')
  .input(listDashboardSoftwareInput)
  .output(listDashboardSoftwareOutput)
  .query(({ ctx, input }) =>
    listSoftwareForDashboard(ctx.deps, ctx.principal.organizationId, input),
  );
