import { listScannerProjects as list } from '@/server/project/service';
import { permitted } from '../init';
import { listScannerProjectsMeta, listScannerProjectsOutput } from './list-scanner-projects.schema';

export const listScannerProjects = permitted('scanner-list:read')
  .meta(listScannerProjectsMeta)
  .output(listScannerProjectsOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
