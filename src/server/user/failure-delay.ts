import { DomainError } from '@/domain/errors';
import type { Clock } from '@/server/clock';

const FORGET_AFTER_MS = 15 * 60_000;
const MAX_DELAY_MS = 5 * 60_000;
/** Beyond this many keys the oldest are forgotten: a flood of keys must not fill the memory. */
const MAX_KEYS = 10_000;

interface Failures {
  readonly count: number;
  readonly lastAtMs: number;
}

/**
 * Makes whoever keeps failing wait: the first attempts are free, each one after that doubles the wait, from
 * one second to five minutes, or to what is given. A quarter of an hour without an attempt clears the record.
 */
export class FailureDelay {
  private readonly failures = new Map<string, Failures>();

  constructor(
    private readonly clock: Clock,
    private readonly freeAttempts: number,
    private readonly maxDelayMs = MAX_DELAY_MS,
  ) {}

  /** @throws DomainError 429 when the next attempt comes too early */
  require(key: string): void {
    const { count, lastAtMs } = this.recordOf(key);
    const waitMs = lastAtMs + this.delayAfter(count) - this.nowMs();
    if (waitMs <= 0) return;
    const retryAfterSeconds = Math.ceil(waitMs / 1000);
    throw new DomainError('too_many_requests', 'Too many failed attempts', { retryAfterSeconds });
  }

  /** Counts an attempt as failed until it is taken back, so that attempts made at once count as well. */
  count(key: string): void {
    const { count } = this.recordOf(key);
    this.failures.delete(key);
    this.failures.set(key, { count: count + 1, lastAtMs: this.nowMs() });
    this.forgetOldest();
  }

  /** Takes back one attempt: it did not fail after all. */
  takeBack(key: string): void {
    const known = this.failures.get(key);
    if (known) this.failures.set(key, { ...known, count: known.count - 1 });
  }

  /** Takes back all of them. */
  clear(key: string): void {
    this.failures.delete(key);
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }

  private recordOf(key: string): Failures {
    const nowMs = this.nowMs();
    const known = this.failures.get(key);
    return known && nowMs - known.lastAtMs < FORGET_AFTER_MS
      ? known
      : { count: 0, lastAtMs: nowMs };
  }

  private delayAfter(count: number): number {
    return count < this.freeAttempts
      ? 0
      : Math.min(1000 * 2 ** (count - this.freeAttempts), this.maxDelayMs);
  }

  private forgetOldest(): void {
    if (this.failures.size <= MAX_KEYS) return;
    const oldest = this.failures.keys().next();
    if (!oldest.done) this.failures.delete(oldest.value);
  }
}
