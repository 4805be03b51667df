import { listScannerSoftware as list } from '@/server/software/service';
import { permitted } from '../init';
import { listScannerSoftwareMeta, listScannerSoftwareOutput } from './list-scanner-software.schema';

export const listScannerSoftware = permitted('scanner-list:read')
  .meta(listScannerSoftwareMeta)
  .output(listScannerSoftwareOutput)
  .query(({ ctx }) => list(ctx.deps, ctx.principal.organizationId));
