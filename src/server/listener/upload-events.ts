import { INVENTORY_FORMATS, type InventoryFormat } from '@/domain/inventory/document';
import type { UploadOutcome } from '@/server/platform/signals';
import type { Route } from '@/server/platform/trpc/route-table';

/** What uploads are counted by: the formats of SBOMs, scans, reports of clusters, and what was not read so far. */
export const UPLOAD_FORMATS = [...INVENTORY_FORMATS, 'scan', 'cluster-report', 'unknown'] as const;
export type UploadFormat = (typeof UPLOAD_FORMATS)[number];

/** Names the format of an upload; of an SBOM only what is inside says it. */
export function formatOf(
  { body }: Pick<Route, 'body'>,
  sbomFormat: InventoryFormat | null,
): UploadFormat {
  if (body === 'scan' || body === 'cluster-report') return body;
  return sbomFormat ?? 'unknown';
}

/** Tells what became of an upload by the status of its answer. */
export function outcomeOf(status: number): UploadOutcome {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'accepted';
}
