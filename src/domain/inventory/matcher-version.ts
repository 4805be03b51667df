import type { Day } from '@/domain/eol/calendar';

/**
 * Counts the changes of how components are matched. Raise it with every change of matching that can make another match
 * of a component: it is a part of what inventories are known to be matched with, so an upgrade matches them anew.
 */
export const MATCHER_VERSION = 3;

/**
 * What an organization's inventories are matched with: the catalogue, what it adds to it, and the matching itself.
 *
 * @param concludedOn the last day on which something came to be known of what no cycle speaks of, if there was one
 */
export function matchingKey(
  revision: number,
  overlay: number,
  concludedOn: Day | null = null,
): string {
  const day = concludedOn === null ? '' : `.${concludedOn}`;
  return `${String(revision)}.${String(overlay)}${day}.m${String(MATCHER_VERSION)}`;
}

/** Whether a key is of a later matching than this one: a process that is behind takes nobody back. */
export function isOfLaterMatcher(key: string): boolean {
  return Number(/\.m(\d{1,9})$/.exec(key)?.[1] ?? 0) > MATCHER_VERSION;
}
