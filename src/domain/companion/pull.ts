/**
 * How a pull ended: `complete` means that every project was looked at; `unfinished`, that some wait for the next one;
 * `failed`, that it ended before the projects were known, or that the server stopped answering.
 */
export const OUTCOMES = ['complete', 'unfinished', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What became of a project: pulled at least once; not to be pulled the last time; not listed as active any more. */
export const PROJECT_STATES = ['pulled', 'failed', 'gone'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];

export const MIN_INTERVAL_HOURS = 1;
export const MAX_INTERVAL_HOURS = 168;
export const DEFAULT_INTERVAL_HOURS = 6;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Pause before what waits is gone on with: the server there has other clients. */
const GO_ON_MS = 5 * MINUTE_MS;
/** Pause after the first failure in a row; each further one doubles it, up to the interval. */
const RETRY_MS = 15 * MINUTE_MS;
const MAX_DOUBLINGS = 10;
/** A server may ask to be left alone for so long, and not longer. */
const MAX_WAIT_MS = 24 * HOUR_MS;

/** Longer than any pause between two pulls. */
export const NO_PAUSE_MS = (MAX_INTERVAL_HOURS + 24) * HOUR_MS;

/** What decides when the next pull begins. */
export interface PullEnd {
  readonly outcome: Outcome;
  /** Failures in a row, this one included. */
  readonly failures: number;
  readonly intervalHours: number;
  /** Milliseconds that the server asked to wait; null when it did not. */
  readonly waitMs: number | null;
}

/** Gives the milliseconds from the end of a pull to the next one. */
export function msToNextPull({ outcome, failures, intervalHours, waitMs }: PullEnd): number {
  const interval = intervalHours * HOUR_MS;
  const pause = {
    complete: interval,
    unfinished: GO_ON_MS,
    failed: RETRY_MS * 2 ** Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS),
  }[outcome];
  return Math.max(Math.min(pause, interval), Math.min(waitMs ?? 0, MAX_WAIT_MS));
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3): seconds or a date.
 * @returns milliseconds, null when there is none or it is neither
 */
export function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(at - now.getTime(), 0);
}
