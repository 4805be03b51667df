import { createZstdDecompress, type ZstdDecompress } from 'node:zlib';

type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

/** Frames of one document: tools that pack in parts make one for each megabyte or more. */
const MAX_FRAMES = 1_000;

/** What is packed ends in something else, or in more frames than any tool makes. Named as node's own errors are. */
class ZstdError extends Error {
  readonly code = 'ZSTD_frames';
}

/** Whether bytes begin a frame, or one to be skipped, which parallel packers write before each: RFC 8878, 3.1. */
export function beginsZstd([first, ...rest]: Uint8Array): boolean {
  const is = (...bytes: number[]) => bytes.every((byte, index) => rest[index] === byte);
  if (first === 0x28) return is(0xb5, 0x2f, 0xfd);
  return first !== undefined && first >> 4 === 0x5 && is(0x2a, 0x4d, 0x18);
}

/**
 * Unpacks frames one after the other. Node's own stream ends with the first one, and lets the rest of the chunk go in
 * which that ends: how much of a document is read would depend on how it was cut up on its way.
 * @throws Error with a code of `ZSTD_…` or `Z_…` when it is not zstd throughout
 */
export async function* unzstd(chunks: Bytes): Bytes {
  const input: Input = { chunks, unread: EMPTY };
  try {
    for (let frames = 1; ; frames += 1) {
      if (frames > MAX_FRAMES) throw new ZstdError('too many frames');
      yield* unpackedFrames(input);
      if (input.unread.byteLength === 0) return;
    }
  } finally {
    // Not waited for: whoever wants no more is not to wait for what the sender has yet to send.
    void chunks.return();
  }
}

const EMPTY = new Uint8Array(0);

interface Input {
  readonly chunks: Bytes;
  /** What is still to be read of the last chunk. */
  unread: Uint8Array;
}

/** The chunk that a stream was given last, and how much it had read before. */
interface Writing {
  chunk: Uint8Array;
  before: number;
}

/** Unpacks up to the end of the input, or of a frame that ends within a chunk, of which the rest is unread then. */
async function* unpackedFrames(input: Input): Bytes {
  const unpack = createZstdDecompress();
  const writing: Writing = { chunk: EMPTY, before: 0 };
  void feed(unpack, input, writing);
  try {
    for await (const chunk of unpack) {
      // A stream of bytes, whose declared chunks are anything.
      yield chunk as Uint8Array;
    }
  } finally {
    unpack.destroy();
  }
  input.unread = writing.chunk.subarray(unpack.bytesWritten - writing.before);
}

/** Writes the input until the stream has enough. Never rejects: what goes wrong is told by the stream. */
async function feed(unpack: ZstdDecompress, input: Input, writing: Writing): Promise<void> {
  const closed = new Promise<void>((resolve) => unpack.once('close', resolve));
  const write = (chunk: Uint8Array) =>
    new Promise<void>((resolve) => {
      unpack.write(chunk, () => {
        resolve();
      });
    });
  try {
    for (let next = input.unread; !unpack.destroyed;) {
      writing.before = unpack.bytesWritten;
      writing.chunk = next;
      // What waits for its end is gone with the stream.
      // eslint-disable-next-line no-restricted-syntax
      if (next.byteLength > 0) await Promise.race([write(next), closed]);
      const isUsedUp = unpack.bytesWritten - writing.before === next.byteLength;
      // Within this chunk a frame has ended, and the stream with it.
      if (unpack.destroyed || !isUsedUp) return;
      const read = await input.chunks.next();
      if (read.done) break;
      next = read.value;
    }
    unpack.end();
  } catch (error) {
    // Whatever is thrown is an error, and where the stream is closed already, it has told its own.
    unpack.destroy(error as Error);
  }
}
