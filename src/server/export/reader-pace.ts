/** How fast a file has to be read while it is written: as long as its reader takes, it holds a connection of the database. */
export interface ReaderPace {
  /** Milliseconds after which a reader that asks for nothing has stalled. */
  readonly stallAfterMs: number;
  /** What a reader takes who is waited for longer than that in all. */
  readonly bytesPerSecond: number;
}

/** Half a megabit: less than any line that an export is of use over. */
export const STEADY_PACE: ReaderPace = { stallAfterMs: 30_000, bytesPerSecond: 64 * 1024 };

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
    const { stallAfterMs, bytesPerSecond } = this.pace;
    const left = stallAfterMs + (this.bytes / bytesPerSecond) * SECOND_MS - this.waitedMs;
    const isStall = left >= stallAfterMs;
    this.waitingSince = performance.now();
    this.timer = setTimeout(
      () => this.onSlow(isStall ? this.stalled() : this.tooSlow()),
      Math.max(0, Math.min(stallAfterMs, left)),
    ).unref();
  }

  /** The reader asks, or nothing is waited for any more. */
  end(): void {
    clearTimeout(this.timer);
    if (this.waitingSince !== null) this.waitedMs += performance.now() - this.waitingSince;
    this.waitingSince = null;
  }

  private stalled(): Error {
    return new Error(
      `the reader of an export asked for nothing for ${String(this.pace.stallAfterMs)} ms`,
    );
  }

  private tooSlow(): Error {
    return new Error(
      `the reader of an export took fewer than ${String(this.pace.bytesPerSecond)} bytes a second`,
    );
  }
}
