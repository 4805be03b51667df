import type { ScanRow } from './repository';

/** The contract's `ScanHistory`. */
export function toScanHistory({ acceptedAt, tag }: { acceptedAt: Date; tag: string }) {
  return { scanDate: acceptedAt.toISOString(), imageTag: tag };
}

/** A scan as an image's page shows it. */
export function toImageScan({ acceptedAt, ...row }: ScanRow) {
  return { ...row, scanDate: acceptedAt.toISOString() };
}
