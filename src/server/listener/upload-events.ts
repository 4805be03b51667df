import type { InventoryFormat } from '@/domain/inventory/document';
import type { UploadFormat, UploadOutcome } from '@/server/platform/signals';
import type { Route } from '@/server/platform/trpc/route-table';

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
