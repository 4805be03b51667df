import { DomainError } from '@/domain/errors';
import type { Clock } from '@/server/clock';

/** Beyond this many keys the oldest are forgotten: a flood of keys must not fill the memory. */
const MAX_KEYS = 10_000;

interface Window {
  readonly startedAtMs: number;
  readonly taken: number;
}

export interface AllowanceSize {
  readonly max: number;
  readonly windowMs: number;
}

/** So many of something for each key within a time that begins with the first. */
export class Allowance {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    private readonly size: AllowanceSize,
  ) {}

  /** Takes one. @throws DomainError 429 when they are used up, with the time until there are more */
  take(key: string): void {
    const nowMs = this.clock.now().getTime();
    const known = this.windows.get(key);
    const { startedAtMs, taken } =
      known && nowMs - known.startedAtMs < this.size.windowMs
        ? known
        : { startedAtMs: nowMs, taken: 0 };
    if (taken >= this.size.max) {
      const retryAfterSeconds = Math.ceil((startedAtMs + this.size.windowMs - nowMs) / 1000);
      throw new DomainError('too_many_requests', 'Too many requests', { retryAfterSeconds });
    }
    this.windows.delete(key);
    this.windows.set(key, { startedAtMs, taken: taken + 1 });
    const oldest = this.windows.size > MAX_KEYS ? this.windows.keys().next() : null;
    if (oldest?.done === false) this.windows.delete(oldest.value);
  }
}
