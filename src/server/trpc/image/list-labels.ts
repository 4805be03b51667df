import { listLabels as list } from '@/server/image/service';
import { permitted } from '../init';
import { listLabelsMeta, listLabelsOutput } from './list-labels.schema';

export const listLabels = permitted('inventory:read')
  .meta(listLabelsMeta)
  .output(listLabelsOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
