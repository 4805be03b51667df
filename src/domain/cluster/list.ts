import { DAY_MS } from '@/domain/eol/calendar';

/** Sorts of what runs in a cluster, in the words of the address and of the table's columns. */
export const WORKLOAD_SORTS = ['workload', 'image', 'ended', 'heard'] as const;
export type WorkloadSort = (typeof WORKLOAD_SORTS)[number];

/** Choices of what runs in a cluster. `unscanned`: nothing is known of its image; `silent`: not heard of for a day. */
export const WORKLOAD_CHOICES = ['unscanned', 'silent'] as const;
export type WorkloadChoice = (typeof WORKLOAD_CHOICES)[number];

/** A day, and an hour for those who report once a day. */
const SILENT_AFTER_MS = DAY_MS + 3_600_000;

/** A week: a cluster that is switched off for days may come back, what is gone for longer runs elsewhere or nowhere. */
const RUNNING_FOR_MS = 7 * DAY_MS;

/** The moment since when something must have been heard of to count as running, be it silent or not. */
export function runningSince(now: Date): Date {
  return new Date(now.getTime() - RUNNING_FOR_MS);
}

/** The moment before which what was last heard of counts as silent. */
export function silentBefore(now: Date): Date {
  return new Date(now.getTime() - SILENT_AFTER_MS);
}
