import { useQuery } from '@tanstack/react-query';
import { useQueryState } from 'nuqs';
import { createLoader } from 'nuqs/server';
import { parseAsOwner } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';

/** The images that were scanned last; also tells whether there are any. */
export const LATEST_SCANS = { sort: 'latestScan', direction: 'desc', page: 1, size: 6 } as const;

/** The state of the overview in the address, beside that of its trend. */
export const loadOverviewParams = /* @__PURE__ */ createLoader({ owner: parseAsOwner });

/** Reads and writes whose projects count. Every change is an entry in the history, so that Back undoes it. */
export function useOverviewOwner() {
  return useQueryState('owner', { ...parseAsOwner, history: 'push', scroll: false });
}

/** The images of an owner that were scanned last. @param owner null: of all */
export function latestScansOf(owner: string | null) {
  return owner === null ? LATEST_SCANS : { ...LATEST_SCANS, owner };
}

/** Refused uploads of a week: what went wrong since the reader last looked. */
export const REFUSED_LATELY = { days: 7, page: 1, size: 1 } as const;

/** Keys that no longer hold and were used in a week. */
export const KEYS_LATELY = { days: 7 } as const;

/** Software that has ended or will, with the cycle to move to. */
export type SoftwareToMove = Outputs['overview']['toMove']['top'][number];

/** Reads the software that has ended or will; several parts of the page share one answer. */
export function useToMove() {
  const [owner] = useOverviewOwner();
  return useQuery(useTRPC().overview.toMove.queryOptions({ owner }));
}
