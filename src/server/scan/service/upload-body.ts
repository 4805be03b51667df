import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Fault, invalid } from '@/domain/errors';
import { createScanBodyFilter, MalformedJsonError } from '@/domain/scan/body/filter';
import type { ScanUpload } from '@/domain/scan/upload';
import type { IncomingRequest } from '@/server/platform/http/incoming-request';
import { HeldBody, type Recollection } from '@/server/platform/http/recent-readings';
import { decodedAgain, type ScanBody, type UploadedSbom } from '@/server/platform/http/scan-body';
import { SbomCompressor } from './sbom-compressor';
import { Spool } from './spool';
import { forEachChunk, requireJsonType } from '@/server/platform/http/json-body';

/** What an upload was read as: its schema, its SBOM and all. */
export interface ScanReading {
  readonly upload: ScanUpload;
  readonly sbom: Pick<UploadedSbom, 'sha256' | 'sizeBytes'> | null;
}

export interface ReadUpload {
  /** What the same bytes were read as before; there is no payload to take then. */
  readonly known: ScanReading | null;
  /** Length of the part that has to be parsed and compressed. */
  readonly keptBytes: number;
  /**
   * Gives the payload without the parts that must not be kept, ready for its schema. Once: its text is let go, and
   * its schema takes its lists apart.
   */
  takePayload(): Promise<unknown>;
  readonly scanBody: ScanBody;
  /** Lets the next upload of the same bytes be known. */
  remember(upload: ScanUpload): void;
  /** Faults in the parts that the schema does not see. */
  readonly faults: readonly Fault[];
}

/** Where the bytes of an upload come to, how many are taken, and what the same were read as before. */
export interface UploadLimits {
  readonly path: string;
  readonly maxBytes: number;
  /** Left out: nothing is remembered. */
  readonly recent?: Recollection<ScanReading>;
}

/**
 * The work after the last byte of an upload (parsing, validating, planning) holds the thread for a while. One
 * upload begins it for each turn of the event loop: otherwise a burst would keep a policy read waiting until all of
 * it is through, and the scanner behind that read goes on without policies.
 */
const beginning = pLimit(1);

const MALFORMED: Fault = { loc: ['body'], msg: 'JSON decode error', type: 'json_invalid' };

/**
 * Reads a scan upload as it arrives and hands it to `use`. The filter keeps the parts that the service reads, the
 * SBOM is decoded on the way, and the rest (the scanner's configuration with its credentials among it) is never
 * held. The kept parts wait outside of the memory until the upload is complete. A short upload is held until it is
 * complete, and not read at all if the same bytes were before.
 * @throws DomainError 413, 415, 422
 */
export async function readUpload<Result>(
  request: IncomingRequest,
  limits: UploadLimits,
  use: (upload: ReadUpload) => Promise<Result>,
): Promise<Result> {
  const text = new Spool();
  const sbom = new SbomCompressor();
  try {
    return await use(await receive(request, limits, { text, sbom }));
  } finally {
    await Promise.all([text.clear(), sbom.close()]);
  }
}

/** Where the parts of an upload go. */
interface Parts {
  readonly text: Spool;
  readonly sbom: SbomCompressor;
}

async function receive(
  request: IncomingRequest,
  { path, maxBytes, recent }: UploadLimits,
  parts: Parts,
): Promise<ReadUpload> {
  const digest = createHash('sha256');
  const held = new HeldBody();
  const reading = new Reading(parts);
  let received = 0;
  await forEachChunk(request, maxBytes, async (chunk) => {
    received += chunk.byteLength;
    digest.update(chunk);
    if (held.take(chunk)) return;
    for (const before of held.release()) await reading.write(before);
    await reading.write(chunk);
  });
  requireJsonType(request.headers, false);
  if (received === 0) throw invalid([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  const sha256 = digest.digest();
  const bodyOf = (sbom: UploadedSbom | null): ScanBody => ({
    ...{ sha256, sbom, path },
    idempotencyKey: request.headers.get('idempotency-key'),
  });
  const known = held.isWhole ? (recent?.find(sha256) ?? null) : null;
  if (known) {
    await beginning(() => setImmediate());
    const sbom = known.sbom && decodedAgain(known.sbom, () => sbomIn(held.held(), parts));
    return { ...NOTHING_READ, known, scanBody: bodyOf(sbom) };
  }
  for (const chunk of held.release()) await reading.write(chunk);
  const { sbom, faults } = await reading.end();
  const textBytes = parts.text.sizeBytes;
  await beginning(() => setImmediate());
  return {
    known: null,
    keptBytes: textBytes + (sbom?.sizeBytes ?? 0),
    takePayload: () => parts.text.takeJson(),
    faults,
    scanBody: bodyOf(sbom),
    remember: (upload) => {
      if (held.isWhole) recent?.keep(sha256, { upload, sbom: sbom && sizeOf(sbom) }, textBytes);
    },
  };
}

/** Nothing is parsed of what is known. */
const NOTHING_READ: Omit<ReadUpload, 'known' | 'scanBody'> = {
  keptBytes: 0,
  takePayload: () => Promise.resolve(null),
  faults: [],
  remember: () => undefined,
};

const sizeOf = ({ sha256, sizeBytes }: UploadedSbom) => ({ sha256, sizeBytes });

/** Decodes the SBOM of an upload that was read before. */
async function sbomIn(chunks: readonly Uint8Array[], parts: Parts): Promise<UploadedSbom> {
  const reading = new Reading(parts);
  for (const chunk of chunks) await reading.write(chunk);
  const { sbom } = await reading.end();
  await parts.text.clear();
  if (!sbom) throw new Error('an upload has lost its SBOM');
  return sbom;
}

/** Parts an upload into what is read of it and its SBOM, chunk by chunk. */
class Reading {
  private readonly filter;
  private isMalformed = false;

  constructor(private readonly parts: Parts) {
    const { sbom } = parts;
    this.filter = createScanBodyFilter({
      onSbomChunk: (bytes) => sbom.write(bytes),
      // Of a repeated key the last counts, as in any JSON document.
      onSbomRestart: () => sbom.restart(),
    });
  }

  /** A malformed upload is read to its end, and refused there. */
  async write(chunk: Uint8Array): Promise<void> {
    const { text, sbom } = this.parts;
    this.isMalformed ||=
      unlessMalformed(() => {
        this.filter.write(chunk);
        return 'so far so good';
      }) === null;
    await text.write(this.filter.takeWritten());
    await sbom.flush();
  }

  /** @throws DomainError 422 */
  async end(): Promise<{ sbom: UploadedSbom | null; faults: Fault[] }> {
    const filtered = this.isMalformed ? null : unlessMalformed(() => this.filter.end());
    if (!filtered) throw invalid([MALFORMED]);
    await this.parts.text.write(filtered.json);
    const sbom = filtered.sbom === 'decoded' ? await this.parts.sbom.end() : null;
    return { sbom, faults: sbomFaults(filtered.sbom) };
  }
}

function sbomFaults(state: 'absent' | 'decoded' | 'undecodable' | 'not_a_string'): Fault[] {
  if (state === 'undecodable') {
    return [
      { loc: ['body', 'Sbom'], msg: 'Value error, not decodable as base64', type: 'value_error' },
    ];
  }
  if (state === 'not_a_string') {
    return [{ loc: ['body', 'Sbom'], msg: 'Input should be a valid string', type: 'string_type' }];
  }
  return [];
}

/** Runs a step of the filter; a malformed document gives null instead of an exception. */
function unlessMalformed<Result>(step: () => Result): Result | null {
  try {
    return step();
  } catch (error) {
    if (error instanceof MalformedJsonError) return null;
    throw error;
  }
}
