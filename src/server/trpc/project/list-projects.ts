import { listProjects as list } from '@/server/project/service';
import { permitted } from '../init';
import { listProjectsInput, listProjectsMeta, listProjectsOutput } from './list-projects.schema';

export const listProjects = permitted('inventory:read')
  .meta(listProjectsMeta)
  .input(listProjectsInput)
  .output(listProjectsOutput)
  .query(({ ctx, input: { eol_filter: eolFilter, ...query } }) =>
    list(ctx.deps, ctx.principal.organizationId, { ...query, eolFilter }),
  );
