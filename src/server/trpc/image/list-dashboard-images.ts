import { listImagesForDashboard } from '@/server/image/service';
import { permitted } from '../init';
import {
  listDashboardImagesInput,
  listDashboardImagesOutput,
} from './list-dashboard-images.schema';

/** The images table: what REST lists, in any of the table's orders and with what its columns need. */
export const listDashboardImages = permitted('inventory:read')
  .input(listDashboardImagesInput)
  .output(listDashboardImagesOutput)
  .query(({ ctx, input }) => listImagesForDashboard(ctx.deps, ctx.principal.organizationId, input));
