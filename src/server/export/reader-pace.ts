/** How fast a file has to be read while it is written: as long as its reader takes, it holds a connection of the database. */
export interface ReaderPace {
  /** Milliseconds after which a reader that asks for nothing has stalled. */
  readonly stallAfterMs: number;
  /** What a reader takes who is waited for longer than that in all. */
  readonly bytesPerSecond: number;
}

/** A quarter of a megabit: less than any line that an export is of use over. */
export const STEADY_PACE: ReaderPace = { stallAfterMs: 30_000, bytesPerSecond: 32 * 1024 };

const SECOND_MS = 1_000;

/**
 * Keeps the time that a writer waits for its reader. One that asks for nothing for too long has stalled; one that asks for a little
 * now and then would hold what it holds as long as it likes, so that all the waiting is counted, against what was read. Time that the
 * writer itself takes is not.
 */
export class PaceWatch {
  private timer: NodeJS.Timeout | undefined;
  private waitedMs = 0;
  private bytes = 0;
  private waitingSince: number | null = null;

  /** @param onSlow told once for each wait that is too long, as what the reader is to be told */
  constructor(
    private readonly pace: ReaderPace,
    private readonly onSlow: (error: Error) => void,
  ) {}

  /** Begins to wait for the reader, who was given so many bytes more. */
  wait(givenBytes: number): void {
    this.bytes += givenBytes;
    const { stallAfterMs } = this.pace;
    // A large piece takes its time.
    const stallMs = stallAfterMs + this.msOf(givenBytes);
    const left = stallAfterMs + this.msOf(this.bytes) - this.waitedMs;
    this.waitingSince = performance.now();
    this.timer = setTimeout(
      () => this.onSlow(this.tooSlow()),
      Math.max(0, Math.min(stallMs, left)),
    ).unref();
  }

  /** The reader asks, or nothing is waited for any more. */
  end(): void {
    clearTimeout(this.timer);
    if (this.waitingSince !== null) this.waitedMs += performance.now() - this.waitingSince;
    this.waitingSince = null;
  }

  private msOf(bytes: number): number {
    return (bytes / this.pace.bytesPerSecond) * SECOND_MS;
  }

  private tooSlow(): Error {
    this.end();
    const waited = String(Math.round(this.waitedMs));
    return new Error(
      `the reader of an export is too slow: it was waited for ${waited} ms, for ${String(this.bytes)} bytes`,
    );
  }
}
