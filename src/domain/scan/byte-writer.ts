/** Below this a loop copies faster than a view can be made. */
const SHORT_BYTES = 64;
const FIRST_BLOCK_BYTES = 4_096;
const MAX_BLOCK_BYTES = 131_072;

/**
 * Collects bytes in blocks, so that growing never copies what was written and nothing is held twice. What is
 * written is copied: the caller may reuse its bytes.
 */
export class ByteWriter {
  private full: Uint8Array[] = [];
  private block = new Uint8Array(FIRST_BLOCK_BYTES);
  private length = 0;

  write(source: Uint8Array, from = 0, to = source.length): void {
    let at = from;
    while (to - at > this.block.length - this.length) {
      const fitting = this.block.length - this.length;
      this.copy(source, at, at + fitting);
      at += fitting;
      this.nextBlock();
    }
    this.copy(source, at, to);
  }

  writeByte(byte: number): void {
    if (this.length === this.block.length) this.nextBlock();
    this.block[this.length] = byte;
    this.length += 1;
  }

  /** Lets go of what was written but its last part. What {@link result} gives goes on after it. */
  takeFull(): Uint8Array[] {
    const { full } = this;
    this.full = [];
    return full;
  }

  /** What was written and not taken, in order. The last part is a view, valid until the next write. */
  result(): Uint8Array[] {
    return [...this.full, this.block.subarray(0, this.length)];
  }

  private copy(source: Uint8Array, from: number, to: number): void {
    if (to - from > SHORT_BYTES) this.block.set(source.subarray(from, to), this.length);
    else
      for (let at = from; at < to; at += 1) this.block[this.length + at - from] = source[at] ?? 0;
    this.length += to - from;
  }

  private nextBlock(): void {
    this.full.push(this.block);
    this.block = new Uint8Array(Math.min(this.block.length * 2, MAX_BLOCK_BYTES));
    this.length = 0;
  }
}
