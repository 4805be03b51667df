import { createHash } from 'node:crypto';

export interface Sum {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

const LINE_END = 10;

/** Adds up what passes. No byte of a line but its last is a line's end: COPY writes those of values as two characters. */
export class Summing {
  private readonly hash = createHash('sha256');
  private rows = 0;
  private bytes = 0;

  add(piece: Uint8Array): void {
    this.hash.update(piece);
    this.bytes += piece.byteLength;
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1))
      this.rows += 1;
  }

  sum(): Sum {
    return { rows: this.rows, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

/** Cuts lines into parts of about `partBytes`, each of whole lines. */
export async function* wholeLines(
  pieces: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(LINE_END) + 1;
    if (bytes + piece.byteLength < partBytes || end === 0) {
      held.push(piece);
      bytes += piece.byteLength;
      continue;
    }
    yield Buffer.concat([...held, piece.subarray(0, end)]);
    held = [piece.subarray(end)];
    bytes = piece.byteLength - end;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
