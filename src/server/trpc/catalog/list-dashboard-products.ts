import { listProductsForDashboard as list } from '@/server/catalog/dashboard/list';
import { permitted } from '../init';
import {
  listDashboardProductsInput,
  listDashboardProductsOutput,
} from './list-dashboard-products.schema';

export const listDashboardProducts = permitted('catalog:read')
  .input(listDashboardProductsInput)
  .output(listDashboardProductsOutput)
  .query(({ ctx, input: { in_use: inUse, ...query } }) =>
    list(ctx.deps, ctx.principal.organizationId, { ...query, inUse }),
  );
