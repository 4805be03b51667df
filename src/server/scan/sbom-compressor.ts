import { createHash } from 'node:crypto';
import { createZstdCompress } from 'node:zlib';
import type { UploadedSbom } from './scan-body';

/** The formats' own marks stand near the top of a document; a format is only a label, so a glance is enough. */
const SNIFF_BYTES = 65_536;

/** Takes a decoded SBOM as it streams in and keeps only its compressed form, digest and size. */
export class SbomCompressor {
  private readonly digest = createHash('sha256');
  private readonly zstd = createZstdCompress();
  private readonly compressed: Buffer[] = [];
  private head = Buffer.alloc(0);
  private sizeBytes = 0;

  constructor() {
    this.zstd.on('data', (chunk: Buffer) => this.compressed.push(chunk));
  }

  write(bytes: Uint8Array): void {
    this.digest.update(bytes);
    this.sizeBytes += bytes.byteLength;
    if (this.head.byteLength < SNIFF_BYTES)
      this.head = Buffer.concat([this.head, bytes]).subarray(0, SNIFF_BYTES);
    // The filter may reuse the memory behind `bytes` once this returns.
    this.zstd.write(Buffer.from(bytes));
  }

  /** Resolves once the compressor has room again, so that a fast client cannot pile up its input here. */
  async drained(): Promise<void> {
    if (!this.zstd.writableNeedDrain) return;
    await new Promise<void>((resolve) => this.zstd.once('drain', resolve));
  }

  /** Gives up what was written so far. */
  discard(): void {
    this.zstd.destroy();
  }

  /** Null when nothing was written: an empty SBOM is none. */
  async end(): Promise<UploadedSbom | null> {
    await new Promise<void>((resolve, reject) => {
      this.zstd.once('error', reject).once('end', resolve).end();
    });
    if (this.sizeBytes === 0) return null;
    return {
      sha256: this.digest.digest(),
      sizeBytes: this.sizeBytes,
      format: formatOf(this.head.toString('latin1')),
      compressed: Buffer.concat(this.compressed),
    };
  }
}

function formatOf(head: string): UploadedSbom['format'] {
  if (head.includes('"bomFormat"')) return 'cyclonedx';
  if (head.includes('"spdxVersion"')) return 'spdx';
  if (head.includes('"artifacts"')) return 'syft';
  return 'unknown';
}
