import { DomainError } from '@/domain/errors';
import type { Clock } from '@/server/clock';

const WINDOW_MS = 60 * 60_000;
/** Beyond this many keys the oldest are forgotten: a flood of keys must not fill the memory. */
const MAX_KEYS = 10_000;

/** How many mails one key may cause within an hour, whichever hour that is. Kept in memory. */
export class MailLimit {
  /** When the mails of a key were sent, in milliseconds since the epoch, oldest first. */
  private readonly sent = new Map<string, readonly number[]>();

  constructor(
    private readonly clock: Clock,
    private readonly perHour: number,
    /** What to say beyond it: "Too many mails to this address". */
    private readonly refusal: string,
  ) {}

  /**
   * Counts a mail that is about to be sent, so that mails sent at once count as well.
   * @throws DomainError 429 when it is one too many, with the seconds until there is room again
   */
  take(key: string): void {
    const nowMs = this.clock.now().getTime();
    const recent = (this.sent.get(key) ?? []).filter((atMs) => nowMs - atMs < WINDOW_MS);
    const [oldestMs] = recent.slice(-this.perHour);
    if (recent.length >= this.perHour && oldestMs !== undefined) {
      const retryAfterSeconds = Math.ceil((oldestMs + WINDOW_MS - nowMs) / 1000);
      throw new DomainError('too_many_requests', this.refusal, { retryAfterSeconds });
    }
    this.sent.delete(key);
    this.sent.set(key, [...recent, nowMs]);
    this.forgetOldest();
  }

  /** Takes back the newest: it was not sent after all. */
  giveBack(key: string): void {
    const sent = this.sent.get(key)?.slice(0, -1) ?? [];
    if (sent.length === 0) this.sent.delete(key);
    else this.sent.set(key, sent);
  }

  private forgetOldest(): void {
    if (this.sent.size <= MAX_KEYS) return;
    const oldest = this.sent.keys().next();
    if (!oldest.done) this.sent.delete(oldest.value);
  }
}
