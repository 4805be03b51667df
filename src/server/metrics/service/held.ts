import { setTimeout as sleep } from 'node:timers/promises';

export interface HeldOptions<Value> {
  readonly read: () => Promise<Value>;
  /** Milliseconds between two readings at least. */
  readonly everyMs: number;
  /** Called when a reading fails: what was read before stays. */
  readonly onFailure: (error: unknown) => void;
}

export interface HeldValue<Value> {
  readonly value: Value;
}

/** A reading may take this part of the time: whatever it costs, counting is a hundredth of one connection. */
const SHARE_OF_TIME = 1 / 100;

/**
 * A value that costs something to read. Whoever asks gets what was read last, and begins the next reading where that
 * is due; however many ask, one reading is under way.
 */
export class Held<Value> {
  private held: HeldValue<Value> | null = null;
  /** When it was last read; until it was, when this was begun with. */
  private readAtMs = performance.now();
  private dueAtMs = -Infinity;
  private reading: Promise<void> | null = null;

  constructor(private readonly options: HeldOptions<Value>) {}

  /** Waits for a reading that is under way, and no longer than `waitMs`. Null: there is nothing yet. */
  async current(waitMs: number): Promise<HeldValue<Value> | null> {
    if (performance.now() >= this.dueAtMs) this.reading ??= this.read();
    if (this.reading) {
      const waited = new AbortController();
      const limit = sleep(waitMs, undefined, { signal: waited.signal }).catch(() => undefined);
      await Promise.race([this.reading, limit]);
      waited.abort();
    }
    return this.held;
  }

  /** Tells for how long nothing was read, also where nothing ever was. */
  get ageSeconds(): number {
    return (performance.now() - this.readAtMs) / 1000;
  }

  private async read(): Promise<void> {
    const begunAtMs = performance.now();
    const { read, everyMs, onFailure } = this.options;
    try {
      this.held = { value: await read() };
      this.readAtMs = performance.now();
    } catch (error) {
      onFailure(error);
    } finally {
      const endedAtMs = performance.now();
      this.dueAtMs = endedAtMs + Math.max(everyMs, (endedAtMs - begunAtMs) / SHARE_OF_TIME);
      this.reading = null;
    }
  }
}
