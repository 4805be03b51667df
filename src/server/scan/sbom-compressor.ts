import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { createZstdCompress, zstdCompress, type ZstdCompress } from 'node:zlib';
import type { UploadedSbom } from './scan-body';

/** The formats' own marks stand near the top of a document; a format is only a label, so a glance is enough. */
const SNIFF_BYTES = 65_536;

/** Up to here an SBOM is held as it is: most are known already and need no compressing. */
const MAX_HELD_BYTES = 1_048_576;

const compressAtOnce = promisify(zstdCompress);

/** Takes a decoded SBOM as it streams in; of a large one it keeps only the compressed form. */
export class SbomCompressor {
  private readonly digest = createHash('sha256');
  private held: Uint8Array[] = [];
  private zstd: ZstdCompress | null = null;
  private readonly compressed: Buffer[] = [];
  private head = Buffer.alloc(0);
  private sizeBytes = 0;

  /** @param bytes are kept: the caller must not write to them any more */
  write(bytes: Uint8Array): void {
    this.digest.update(bytes);
    this.sizeBytes += bytes.byteLength;
    if (this.head.byteLength < SNIFF_BYTES)
      this.head = Buffer.concat([this.head, bytes]).subarray(0, SNIFF_BYTES);
    if (this.zstd) this.zstd.write(bytes);
    else this.held.push(bytes);
    if (!this.zstd && this.sizeBytes > MAX_HELD_BYTES) this.startCompressing();
  }

  private startCompressing(): void {
    this.zstd = createZstdCompress().on('data', (chunk: Buffer) => this.compressed.push(chunk));
    for (const bytes of this.held) this.zstd.write(bytes);
    this.held = [];
  }

  /** Resolves once the compressor has room again, so that a fast client cannot pile up its input here. */
  async drained(): Promise<void> {
    const { zstd } = this;
    if (!zstd?.writableNeedDrain) return;
    await new Promise<void>((resolve) => zstd.once('drain', resolve));
  }

  /** Gives up what was written so far. */
  discard(): void {
    this.zstd?.destroy();
  }

  /** Null when nothing was written: an empty SBOM is none. */
  async end(): Promise<UploadedSbom | null> {
    const { zstd } = this;
    if (zstd) {
      await new Promise<void>((resolve, reject) => {
        zstd.once('error', reject).once('end', resolve).end();
      });
    }
    if (this.sizeBytes === 0) return null;
    const { held } = this;
    return {
      sha256: this.digest.digest(),
      sizeBytes: this.sizeBytes,
      format: formatOf(this.head.toString('latin1')),
      compress: async () =>
        zstd ? Buffer.concat(this.compressed) : compressAtOnce(Buffer.concat(held)),
    };
  }
}

function formatOf(head: string): UploadedSbom['format'] {
  if (head.includes('"bomFormat"')) return 'cyclonedx';
  if (head.includes('"spdxVersion"')) return 'spdx';
  if (head.includes('"artifacts"')) return 'syft';
  return 'unknown';
}
