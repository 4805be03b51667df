import { DAY_MS } from '@/domain/eol/calendar';

/** Sorts of what runs in a cluster, in the words of the address and of the table's columns. */
export const WORKLOAD_SORTS = ['workload', 'image', 'ended', 'heard'] as const;
export type WorkloadSort = (typeof WORKLOAD_SORTS)[number];

/** Choices of what runs in a cluster. `unscanned`: nothing is known of its image; `silent`: not heard of for a day. */
export const WORKLOAD_CHOICES = ['unscanned', 'silent'] as const;
export type WorkloadChoice = (typeof WORKLOAD_CHOICES)[number];

/** A day, and an hour for those who report once a day. */
const SILENT_AFTER_MS = DAY_MS + 3_600_000;

/** The moment before which what was last heard of counts as silent. */
export function silentBefore(now: Date): Date {
  return new Date(now.getTime() - SILENT_AFTER_MS);
}
