import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError, type Fault, invalid } from '@/domain/errors';
import { chunksOf, type IncomingRequest } from '@/server/platform/http/incoming-request';
import { requireAnnouncedSize } from '@/server/platform/http/json-body';
import { unknownCoding, WHOLE_BODY } from '@/server/platform/http/document-faults';
import { beginsZstd, unzstd } from './zstd';

type Packing = 'gzip' | 'zstd';

/** The first bytes of a gzip member: RFC 1952, 2.3.1. */
const GZIP_MAGIC = [0x1f, 0x8b];
const MAGIC_BYTES = 4;
/** Coding names by which clients say that a body is packed. */
const CODINGS = new Set(['', 'identity', 'gzip', 'x-gzip', 'zstd']);

/**
 * Gives the bytes of a request's body as they were sent, and never more than `maxBytes` of them.
 * @param onSent is told of each chunk before it is given
 * @throws DomainError 413, 422 when the client breaks off
 */
export function sentChunks(
  request: IncomingRequest,
  maxBytes: number,
  onSent: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  requireAnnouncedSize(request.headers, maxBytes);
  return limitedChunks(bodyOf(request), maxBytes, onSent);
}

/**
 * Inflates a document where it is packed with gzip or zstd. Its first bytes say so, as clients pack files without
 * telling. Never more than `maxBytes` come out.
 * @param coding the name by which its sender says that it is packed; "" for none
 * @param loc where the document is in the request
 * @throws DomainError 413, 415 for a coding that is not read, 422 when the packing is broken
 */
export async function* inflatedChunks(
  sent: AsyncGenerator<Uint8Array, void, undefined>,
  maxBytes: number,
  { coding = '', loc = WHOLE_BODY }: { readonly coding?: string; readonly loc?: Fault['loc'] } = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!CODINGS.has(coding)) throw unknownCoding(coding);
  const { head, rest } = await headOf(sent);
  const packing = packingOf(head);
  if (packing === null) {
    if (coding !== '' && coding !== 'identity' && head.length > 0) throw broken(coding, loc);
    yield* rest;
    return;
  }
  // The limit of what comes out holds while it comes out: a small body may inflate without end.
  yield* limitedChunks(unpacked(rest, packing, loc), maxBytes, () => undefined);
}

async function* bodyOf(request: IncomingRequest): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* chunksOf(request);
  } catch (cause) {
    throw new DomainError('invalid', 'Validation failed', {
      cause,
      faults: [{ loc: ['body'], msg: 'The body ended early', type: 'value_error' }],
    });
  }
}

/**
 * Gives bytes on, and never more than `maxBytes` of them.
 * @param onChunk is told of each chunk before it is given
 * @throws DomainError 413
 */
export async function* limitedChunks(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      const message = `The document is larger than ${String(maxBytes)} bytes`;
      throw new DomainError('payload_too_large', message);
    }
    onChunk(chunk);
    yield chunk;
  }
}

/** Reads as many chunks as it takes to know the first bytes; `rest` gives all of them again. */
async function headOf(chunks: AsyncGenerator<Uint8Array, void, undefined>) {
  const read: Uint8Array[] = [];
  let length = 0;
  while (length < MAGIC_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    read.push(next.value);
    length += next.value.byteLength;
  }
  async function* rest() {
    yield* read;
    yield* chunks;
  }
  return { head: Buffer.concat(read).subarray(0, MAGIC_BYTES), rest: rest() };
}

function packingOf(head: Uint8Array): Packing | null {
  if (GZIP_MAGIC.every((byte, index) => head[index] === byte)) return 'gzip';
  return beginsZstd(head) ? 'zstd' : null;
}

type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

async function* unpacked(chunks: Bytes, packing: Packing, loc: Fault['loc']): Bytes {
  try {
    yield* packing === 'gzip' ? gunzip(chunks) : unzstd(chunks);
  } catch (error) {
    throw isZlibError(error) ? broken(packing, loc) : error;
  }
}

async function* gunzip(chunks: Bytes): Bytes {
  const unpack = createGunzip();
  const source = Readable.from(chunks);
  source.on('error', (error) => unpack.destroy(error));
  try {
    for await (const chunk of source.pipe(unpack)) {
      // A stream of bytes, whose declared chunks are anything.
      yield chunk as Uint8Array;
    }
  } finally {
    source.destroy();
    unpack.destroy();
  }
}

/** As `node:zlib` names its errors: `Z_DATA_ERROR`, `ZSTD_error_…`, `ERR_…`. */
function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_)/.test(String(error.code));
}

function broken(packing: string, loc: Fault['loc']): DomainError {
  return invalid([{ loc, msg: `Value error, not ${packing} throughout`, type: 'value_error' }]);
}
