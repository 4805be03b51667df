import { hash } from 'node:crypto';

/** What is known of the attempts at one source. */
export interface SourceHistory {
  /** The last attempt, whatever came of it; null: there was none. */
  readonly last: { readonly id: string; readonly startedAt: Date } | null;
  /** How many attempts have failed or been refused since one that was neither. */
  readonly failures: number;
}

const FIRST_RETRY_MS = 60_000;
/** Retries come up to this share earlier or later, so that many installations do not come at once. */
const JITTER_SHARE = 0.2;

/**
 * When a source is to be asked next, in milliseconds since the epoch: an interval after the last success; after
 * failures sooner, in doubling steps that end at the interval. The jitter follows from the attempt's id: every
 * process comes to the same answer, however often it asks.
 */
export function nextAttemptAtMs({ last, failures }: SourceHistory, intervalMs: number): number {
  if (!last) return 0;
  const startedMs = last.startedAt.getTime();
  if (failures === 0) return startedMs + intervalMs;
  const stepMs = Math.min(intervalMs, FIRST_RETRY_MS * 2 ** (failures - 1));
  return startedMs + stepMs * (1 + JITTER_SHARE * (2 * fractionOf(last.id) - 1));
}

/** A number from 0 to 1 that follows from a text and looks like chance. */
function fractionOf(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) / 0xffffffff;
}
