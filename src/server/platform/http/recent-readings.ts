import type { RecentlyUsed } from '@/server/platform/recently-used';

/** Bodies up to here are held until they are complete: one that came before is known by its digest, and not read again. */
export const MAX_HELD_BODY_BYTES = 1_048_576;

/** The readings of one caller's kind of body. */
export interface Recollection<Reading> {
  find(sha256: Buffer): Reading | null;
  keep(sha256: Buffer, reading: Reading, bytes: number): void;
}

/**
 * Keeps apart what is not the same though its bytes are: `scope` says whose they are and how they are read. What is read of a
 * body is about as large as its text.
 */
export function recollectionOf<Reading>(
  readings: RecentlyUsed<Reading>,
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
