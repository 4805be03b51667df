/** Below this a loop copies faster than a view can be made. */
const SHORT_BYTES = 64;

/** A growing buffer. What is written is copied: the caller may reuse its bytes. */
export class ByteWriter {
  private bytes = new Uint8Array(4_096);
  private length = 0;

  write(source: Uint8Array, from = 0, to = source.length): void {
    const end = this.length + to - from;
    this.reserve(end);
    if (to - from > SHORT_BYTES) this.bytes.set(source.subarray(from, to), this.length);
    else
      for (let at = from; at < to; at += 1) this.bytes[this.length + at - from] = source[at] ?? 0;
    this.length = end;
  }

  writeByte(byte: number): void {
    this.reserve(this.length + 1);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** What was written: a view, valid until the next write. */
  result(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(length: number): void {
    if (length <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(length, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
