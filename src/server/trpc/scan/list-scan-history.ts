import { scanHistory } from '@/server/scan/history/service';
import { permitted } from '../init';
import {
  listScanHistoryInput,
  listScanHistoryMeta,
  listScanHistoryOutput,
} from './list-scan-history.schema';

export const listScanHistory = permitted('inventory:read')
  .meta(listScanHistoryMeta)
  .input(listScanHistoryInput)
  .output(listScanHistoryOutput)
  .query(({ ctx, input }) =>
    scanHistory(ctx.deps, ctx.principal.organizationId, {
      imageName: input.image_name,
      projectName: input.project_name,
    }),
  );
