import type { RecentlyUsed } from '@/server/platform/recently-used';

/** Bodies up to here are held until they are complete: one that came before is known by its digest, and not read again. */
export const MAX_HELD_BODY_BYTES = 1_048_576;

/** Of what is read, beside its text, and of the place that it has: an SBOM of five packages takes 5 kB in all. */
const READING_BYTES = 4_096;
const BYTES_PER_CHARACTER = 2;
/** What a body of that size may take: its reading, and a key that has its headers in it, which may be long. */
export const MAX_READING_BYTES = MAX_HELD_BODY_BYTES + 4 * READING_BYTES;

/** The readings of one caller's kind of body. */
export interface Recollection<Reading> {
  find(sha256: Buffer): Reading | null;
  keep(sha256: Buffer, reading: Reading, bytes: number): void;
}

/**
 * Keeps apart what is not the same though its bytes are: `scope` says whose they are and how they are read. What is read of a
 * large body is about as large as its text. Small ones take far more, and there may be as many as somebody sends: all that an entry
 * takes is counted.
 */
export function recollectionOf<Reading>(
  readings: RecentlyUsed<Reading>,
  scope: readonly (string | null)[],
): Recollection<Reading> {
  const keyOf = (sha256: Buffer) => JSON.stringify([...scope, sha256.toString('base64')]);
  return {
    find: (sha256) => readings.find(keyOf(sha256)),
    keep: (sha256, reading, bytes) => {
      const key = keyOf(sha256);
      readings.keep(key, reading, bytes + BYTES_PER_CHARACTER * key.length + READING_BYTES);
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
