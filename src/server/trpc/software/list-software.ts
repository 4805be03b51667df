import { listSoftware as list } from '@/server/software/service';
import { permitted } from '../init';
import { listSoftwareInput, listSoftwareMeta, listSoftwareOutput } from './list-software.schema';

export const listSoftware = permitted('inventory:read')
  .meta(listSoftwareMeta)
  .input(listSoftwareInput)
  .output(listSoftwareOutput)
  .query(({ ctx, input: { eol_filter: eolFilter, ...query } }) =>
    list(ctx.deps, ctx.principal.organizationId, { ...query, eolFilter }),
  );
