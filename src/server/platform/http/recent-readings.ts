/** Bodies up to here are held until they are complete: one that came before is known by its digest, and not read again. */
export const MAX_HELD_BODY_BYTES = 1_048_576;

interface Held<Reading> {
  readonly reading: Reading;
  readonly bytes: number;
}

/** What some bodies were read as, by a key that stands for all of a body. The one that was asked for longest ago goes first. */
export class RecentReadings<Reading> {
  private readonly held = new Map<string, Held<Reading>>();
  private bytes = 0;

  /** @param maxBytes of the texts that were read, all together: what they were read as is about as large */
  constructor(private readonly maxBytes: number) {}

  find(key: string): Reading | null {
    const known = this.held.get(key);
    if (!known) return null;
    this.held.delete(key);
    this.held.set(key, known);
    return known.reading;
  }

  /** Keeps a reading, which nobody may change any more. */
  keep(key: string, reading: Reading, bytes: number): void {
    if (bytes > MAX_HELD_BODY_BYTES) return;
    this.forget(key);
    this.held.set(key, { reading, bytes });
    this.bytes += bytes;
    for (const oldest of this.held.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.bytes -= this.held.get(key)?.bytes ?? 0;
    this.held.delete(key);
  }
}

/** The readings of one caller's kind of body. */
export interface Recollection<Reading> {
  find(sha256: Buffer): Reading | null;
  keep(sha256: Buffer, reading: Reading, bytes: number): void;
}

/** Keeps apart what is not the same though its bytes are: `scope` says whose they are and how they are read. */
export function recollectionOf<Reading>(
  readings: RecentReadings<Reading>,
  scope: readonly (string | null)[],
): Recollection<Reading> {
  const keyOf = (sha256: Buffer) => JSON.stringify([...scope, sha256.toString('base64')]);
  return {
    find: (sha256) => readings.find(keyOf(sha256)),
    keep: (sha256, reading, bytes) => {
      readings.keep(keyOf(sha256), reading, bytes);
    },
  };
}

/** The beginning of a body, held until it is known whether that is all of it. */
export class HeldBody {
  private chunks: Uint8Array[] = [];
  private bytes = 0;
  private isOver = false;

  /** Whether all that came is held. */
  get isWhole(): boolean {
    return !this.isOver;
  }

  /**
   * Takes the next bytes. They are kept: the caller must not write to them any more.
   * @returns false when it holds no more from here on: what it held, and all that comes, is to be read at once
   */
  take(chunk: Uint8Array): boolean {
    if (this.isOver) return false;
    this.bytes += chunk.byteLength;
    this.isOver = this.bytes > MAX_HELD_BODY_BYTES;
    if (!this.isOver) this.chunks.push(chunk);
    return !this.isOver;
  }

  /** Gives what it holds, and lets each part go. */
  *release(): Generator<Uint8Array, void, undefined> {
    const { chunks } = this;
    this.chunks = [];
    chunks.reverse();
    for (let chunk = chunks.pop(); chunk; chunk = chunks.pop()) yield chunk;
  }

  /** Gives what it holds, and goes on holding it. */
  held(): readonly Uint8Array[] {
    return this.chunks;
  }
}
