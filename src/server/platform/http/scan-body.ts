/** A decoded SBOM. */
export interface UploadedSbom {
  /** SHA-256 of the decoded document. */
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  /** The document in parts; for as long as the request is worked on. */
  chunks(): AsyncIterable<Uint8Array>;
  /** The document as zstd. */
  compress(): Promise<Buffer>;
}

/** An SBOM that was decoded once before, and is again if anyone asks for its bytes. */
export function decodedAgain(
  { sha256, sizeBytes }: Pick<UploadedSbom, 'sha256' | 'sizeBytes'>,
  decode: () => Promise<UploadedSbom>,
): UploadedSbom {
  let decoding: Promise<UploadedSbom> | null = null;
  const decoded = () => (decoding ??= decode());
  return {
    sha256,
    sizeBytes,
    async *chunks() {
      yield* (await decoded()).chunks();
    },
    compress: async () => (await decoded()).compress(),
  };
}

/** The parts of a scan upload other than its JSON. */
export interface ScanBody {
  /** SHA-256 of the body as sent. */
  readonly sha256: Buffer;
  readonly sbom: UploadedSbom | null;
  /** The caller's `Idempotency-Key`, or null. */
  readonly idempotencyKey: string | null;
  /** The path it came to: an idempotency key counts for one path. */
  readonly path: string;
}
