import type { ScanChangeRow, ScanRow } from './repository';

/** The contract's `ScanHistory`. */
export function toScanHistory({ acceptedAt, tag }: { acceptedAt: Date; tag: string }) {
  return { scanDate: acceptedAt.toISOString(), imageTag: tag };
}

/** A scan as an image's page shows it. `changes` may be those of other scans too. */
export function toImageScan({ acceptedAt, ...row }: ScanRow, changes: readonly ScanChangeRow[]) {
  const own = changes.filter(({ at }) => at.getTime() === acceptedAt.getTime());
  const named = (change: ScanChangeRow['change']) =>
    own
      .filter((one) => one.change === change)
      .map(({ productName, releaseCycle }) => ({ productName, releaseCycle }));
  return {
    ...row,
    scanDate: acceptedAt.toISOString(),
    opened: named('opened'),
    closed: named('closed'),
  };
}
