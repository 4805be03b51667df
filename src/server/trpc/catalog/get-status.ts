import { catalogStatus } from '@/server/catalog/status';
import { permitted } from '../init';
import { getStatusMeta, getStatusOutput } from './get-status.schema';

export const getStatus = permitted('catalog:read')
  .meta(getStatusMeta)
  .output(getStatusOutput)
  .query(({ ctx }) => catalogStatus(ctx.deps));
