import { DAY_MS } from '@/domain/eol/calendar';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Milliseconds before each attempt, from the first: the schedule that Standard Webhooks proposes. */
export const SCHEDULE_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
export const MAX_ATTEMPTS = SCHEDULE_MS.length;

/** Part of a wait that chance adds, so that what failed together does not come back together. */
const JITTER = 0.1;

/** How long a channel may fail before it is disabled. */
export const FAILING_FOR_MS = 5 * DAY_MS;

/** How long a receiver is left alone that did not say how long. */
const QUIET_MS = 30 * SECOND_MS;
/** Nobody is waited for longer. */
const MAX_QUIET_MS = DAY_MS;

/**
 * The moment of the next attempt; null when there is none.
 * @param attempts how many there were
 * @param random from 0 to 1
 */
export function nextAttemptAt(attempts: number, now: Date, random: number): Date | null {
  const wait = SCHEDULE_MS[attempts];
  if (wait === undefined) return null;
  return new Date(now.getTime() + Math.round(wait * (1 + JITTER * random)));
}

/** Until when a receiver is left alone that cannot take anything now. */
export function quietUntil(retryAfterMs: number | null, now: Date): Date {
  const wait = Math.min(Math.max(retryAfterMs ?? QUIET_MS, SECOND_MS), MAX_QUIET_MS);
  return new Date(now.getTime() + wait);
}

/** Reads `Retry-After` (RFC 9110, 10.2.3), in milliseconds from now: seconds or a date; null for anything else. */
export function retryAfterOf(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  // What it may look like; `Date.parse` alone would take almost anything.
  if (!/^[A-Z][a-z]{2,8},? .{8,30}$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0);
}
