import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** The images that were scanned last; also tells whether there are any. */
export const LATEST_SCANS = { sort: 'latestScan', direction: 'desc', page: 1, size: 6 } as const;

/** Refused uploads of a week: what went wrong since the reader last looked. */
export const REFUSED_LATELY = { days: 7, page: 1, size: 1 } as const;

/** Keys that no longer hold and were used in a week. */
export const KEYS_LATELY = { days: 7 } as const;

/** Software that has ended or will, with the cycle to move to. */
export type SoftwareToMove = Outputs['overview']['toMove']['top'][number];

/** Reads the software that has ended or will; several parts of the page share one answer. */
export function useToMove() {
  return useQuery(useTRPC().overview.toMove.queryOptions());
}
