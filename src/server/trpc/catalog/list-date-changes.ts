import { listDateChanges as list } from '@/server/catalog/status';
import { permitted } from '../init';
import { listDateChangesInput, listDateChangesOutput } from './list-date-changes.schema';

export const listDateChanges = permitted('catalog:read')
  .input(listDateChangesInput)
  .output(listDateChangesOutput)
  .query(({ ctx, input }) => list(ctx.deps, input));
