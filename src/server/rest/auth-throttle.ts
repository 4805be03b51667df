import { DomainError } from '@/domain/errors';
import type { Clock } from '@/server/clock';

const WINDOW_MS = 60_000;
const MAX_FAILURES = 100;
/** Beyond this many addresses the oldest are forgotten: a flood of addresses must not fill the memory. */
const MAX_ADDRESSES = 10_000;

interface Window {
  startedAtMs: number;
  failures: number;
}

/** Counts failed authentication by address: more than 100 a minute is answered with 429. */
export class AuthThrottle {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  /** Notes one failure. @throws DomainError 429 when this address has had too many within the minute */
  failed(address: string): void {
    const nowMs = this.clock.now().getTime();
    const known = this.windows.get(address);
    const window =
      known && nowMs - known.startedAtMs < WINDOW_MS ? known : { startedAtMs: nowMs, failures: 0 };
    window.failures += 1;
    this.windows.delete(address);
    this.windows.set(address, window);
    this.forgetOldest();
    if (window.failures > MAX_FAILURES) {
      const retryAfterSeconds = Math.ceil((window.startedAtMs + WINDOW_MS - nowMs) / 1000);
      throw new DomainError('too_many_requests', 'Too many failed attempts', { retryAfterSeconds });
    }
  }

  private forgetOldest(): void {
    if (this.windows.size <= MAX_ADDRESSES) return;
    const oldest = this.windows.keys().next();
    if (!oldest.done) this.windows.delete(oldest.value);
  }
}
