import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdCompress, zstdCompress } from 'node:zlib';
import type { UploadedSbom } from '@/server/platform/http/scan-body';
import { Spool } from './spool';

/** Bytes up to which an SBOM is compressed in one go. */
const SMALL_BYTES = 1_048_576;

const compressAtOnce = promisify(zstdCompress);

/** Takes a decoded SBOM as it streams in. It is compressed on request: most are known already. */
export class SbomCompressor {
  private digest = createHash('sha256');
  private readonly spool = new Spool();
  private pending: Uint8Array[] = [];
  private isVoid = false;
  private sizeBytes = 0;

  /** @param bytes are kept: the caller must not write to them any more */
  write(bytes: Uint8Array): void {
    this.digest.update(bytes);
    this.sizeBytes += bytes.byteLength;
    this.pending.push(bytes);
  }

  /** Forgets what was written so far. */
  restart(): void {
    this.digest = createHash('sha256');
    this.pending = [];
    this.sizeBytes = 0;
    this.isVoid = true;
  }

  /** Puts the written bytes away. To be waited for now and then, or a fast client's input would pile up here. */
  async flush(): Promise<void> {
    if (this.isVoid) await this.spool.clear();
    this.isVoid = false;
    const { pending } = this;
    this.pending = [];
    await this.spool.write(pending);
  }

  /**
   * Gives the compressed SBOM; null when nothing was written: an empty SBOM is none. Can be called until it is
   * closed.
   */
  async end(): Promise<UploadedSbom | null> {
    await this.flush();
    const { spool, sizeBytes } = this;
    if (sizeBytes === 0) return null;
    return {
      sha256: this.digest.digest(),
      sizeBytes,
      chunks: () => spool.chunks(),
      compress: async () =>
        sizeBytes <= SMALL_BYTES ? compressAtOnce(await spool.readWhole()) : compressed(spool),
    };
  }

  /** Lets the written bytes go. */
  close(): Promise<void> {
    return this.spool.clear();
  }
}

async function compressed(spool: Spool): Promise<Buffer> {
  const parts: Buffer[] = [];
  await pipeline(spool.chunks(), createZstdCompress(), async (output: AsyncIterable<Buffer>) => {
    for await (const part of output) parts.push(part);
  });
  return Buffer.concat(parts);
}
