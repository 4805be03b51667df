import { isUtf8 } from 'node:buffer';

const MAX_SEQUENCE_BYTES = 4;

/** Checks that a byte stream is UTF-8, whatever characters its chunks cut through. */
export class Utf8Check {
  /** The first bytes of a character whose rest has not arrived yet. */
  private pending = new Uint8Array(0);

  /** False when the characters completed so far are not UTF-8. */
  write(chunk: Uint8Array): boolean {
    let start = 0;
    if (this.pending.length > 0) {
      const head = new Uint8Array([...this.pending, ...chunk.subarray(0, MAX_SEQUENCE_BYTES)]);
      const missing = sequenceLength(head[0] ?? 0) - this.pending.length;
      if (chunk.length < missing) {
        this.pending = head;
        return true;
      }
      if (!isUtf8(head.subarray(0, this.pending.length + missing))) return false;
      start = missing;
    }
    const end = Math.max(start, endOfWholeCharacters(chunk));
    // A copy: the slice() of a Buffer would be a view of bytes that the caller may reuse.
    this.pending = Uint8Array.from(chunk.subarray(end));
    return isUtf8(chunk.subarray(start, end));
  }

  /** False when the text ends inside a character. */
  end(): boolean {
    return this.pending.length === 0;
  }
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Where a last, unfinished character of the chunk begins; the chunk's length when there is none. */
function endOfWholeCharacters(chunk: Uint8Array): number {
  const earliest = Math.max(0, chunk.length - (MAX_SEQUENCE_BYTES - 1));
  for (let index = chunk.length - 1; index >= earliest; index -= 1) {
    const byte = chunk[index] ?? 0;
    if (byte >= 0xc0) return index + sequenceLength(byte) > chunk.length ? index : chunk.length;
  }
  return chunk.length;
}
