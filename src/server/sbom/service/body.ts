import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Fault, invalid } from '@/domain/errors';
import type { InventoryDocument } from '@/domain/inventory/document';
import { createInventoryFilter } from '@/domain/inventory/document/filter';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import type { IncomingRequest } from '@/server/platform/http/incoming-request';
import { HeldBody, type Recollection } from '@/server/platform/http/recent-readings';
import { decodedAgain, type ScanBody, type UploadedSbom } from '@/server/platform/http/scan-body';
import { SbomCompressor } from '@/server/scan/service/sbom-compressor';
import { Spool } from '@/server/scan/service/spool';
import { asUploadFault, WHOLE_BODY } from '@/server/platform/http/document-faults';
import { inflatedChunks, limitedChunks, sentChunks } from './inflate';

export interface ReadSbom {
  /** Length of the part that has to be parsed. */
  readonly keptBytes: number;
  /**
   * Gives the document in the service's own terms. Once: its text is let go.
   * @throws DomainError 422 with the place in the document
   */
  takeDocument(): Promise<InventoryDocument>;
  readonly scanBody: ScanBody;
}

/** As for scans: the work after the last byte begins for one document a turn of the event loop. */
const beginning = pLimit(1);

/** What a request was read as: its document, and what stands beside it. */
export interface SbomReading {
  readonly document: InventoryDocument;
  readonly sbom: Pick<UploadedSbom, 'sha256' | 'sizeBytes'> | null;
  readonly fields: unknown;
}

/** Where the bytes of an upload come to, how many are taken, and what the same were read as before. */
export interface UploadLimits {
  readonly path: string;
  readonly maxBytes: number;
  /** Left out: nothing is remembered. */
  readonly recent?: Recollection<SbomReading>;
}

/** Where the document is in a request: it is all of it, or a part of a form. */
export interface DocumentInRequest {
  /** What stands beside the document, once all of the request was read. */
  readonly beside?: { fields: unknown };
  /** Gives the document out of the bytes as they were sent. It ends when all of the request was read. */
  readonly find: (
    sent: AsyncGenerator<Uint8Array, void, undefined>,
  ) => AsyncGenerator<Uint8Array, void, undefined>;
  readonly loc: Fault['loc'];
}

/**
 * Reads an SBOM in any format as it arrives and hands it to `use`. Its bytes are inflated where they are compressed,
 * and kept for the image; the parts that are read wait outside of the memory until the document is complete. A short
 * request is held until it is complete, and not read at all if the same bytes were before.
 * @throws DomainError 413 when it is longer than `maxBytes`, packed or not, 415 for an unknown coding, 422 with the place
 */
export function readSbom<Result>(
  request: IncomingRequest,
  limits: UploadLimits,
  use: (upload: ReadSbom) => Promise<Result>,
): Promise<Result> {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const find: DocumentInRequest['find'] = (sent) =>
    inflatedChunks(sent, limits.maxBytes, { coding });
  return readSbomIn(request, limits, { find, loc: WHOLE_BODY }, use);
}

/** Does the same for a request in which the document is to be found first. */
export function readSbomIn<Result>(
  request: IncomingRequest,
  limits: UploadLimits,
  document: DocumentInRequest,
  use: (upload: ReadSbom) => Promise<Result>,
): Promise<Result> {
  const idempotencyKey = request.headers.get('idempotency-key');
  const open: Opened['open'] = (onSent) => sentChunks(request, limits.maxBytes, onSent);
  return readOpened({ open, idempotencyKey }, limits, document, use);
}

/**
 * Does the same for a document that this server asked for itself.
 * @throws DomainError 413, 422; else whatever the bytes end with
 */
export function readFetchedSbom<Result>(
  bytes: AsyncIterable<Uint8Array>,
  limits: UploadLimits,
  use: (upload: ReadSbom) => Promise<Result>,
): Promise<Result> {
  const open: Opened['open'] = (onSent) => limitedChunks(bytes, limits.maxBytes, onSent);
  const find: DocumentInRequest['find'] = (sent) => inflatedChunks(sent, limits.maxBytes);
  return readOpened({ open, idempotencyKey: null }, limits, { find, loc: WHOLE_BODY }, use);
}

/** Bytes that have yet to arrive. */
interface Opened {
  /** Gives them. @param onSent is told of each chunk first */
  readonly open: (
    onSent: (chunk: Uint8Array) => void,
  ) => AsyncGenerator<Uint8Array, void, undefined>;
  readonly idempotencyKey: string | null;
}

async function readOpened<Result>(
  opened: Opened,
  limits: UploadLimits,
  document: DocumentInRequest,
  use: (upload: ReadSbom) => Promise<Result>,
): Promise<Result> {
  const text = new Spool();
  const sbom = new SbomCompressor();
  try {
    return await use(await receive(opened, limits, document, { text, sbom }));
  } finally {
    await Promise.all([text.clear(), sbom.close()]);
  }
}

/** Where the parts of a request go. */
interface Parts {
  readonly text: Spool;
  readonly sbom: SbomCompressor;
}

async function receive(
  { open, idempotencyKey }: Opened,
  { path, recent }: UploadLimits,
  document: DocumentInRequest,
  parts: Parts,
): Promise<ReadSbom> {
  const digest = createHash('sha256');
  const sent = open((chunk) => digest.update(chunk));
  const begun = await beginningOf(sent);
  const { held } = begun;
  if (recent && held.isWhole) {
    const sha256 = digest.copy().digest();
    const known = recent.find(sha256);
    if (known) return readBefore(known, { sha256, path, idempotencyKey }, document, held, parts);
  }
  const { sbom, syntax } = await readParts(continued(begun, sent), document, parts);
  const sha256 = digest.digest();
  const textBytes = parts.text.sizeBytes;
  await beginning(() => setImmediate());
  return {
    keptBytes: textBytes + (sbom?.sizeBytes ?? 0),
    takeDocument: async () => {
      const payload = await parts.text.takeJson();
      const read = asUploadFault(document.loc, () => readInventoryDocument(payload, syntax));
      if (held.isWhole) {
        const fields = document.beside?.fields;
        const reading = { document: read, sbom: sbom && sizeOf(sbom), fields };
        recent?.keep(sha256, reading, textBytes);
      }
      return read;
    },
    scanBody: { sha256, sbom, idempotencyKey, path },
  };
}

const sizeOf = ({ sha256, sizeBytes }: UploadedSbom) => ({ sha256, sizeBytes });

type Sent = AsyncGenerator<Uint8Array, void, undefined>;

/** The beginning of a request: all of it, where it is short. */
interface Beginning {
  readonly held: HeldBody;
  /** The chunk that was too much. */
  readonly next: Uint8Array | null;
}

async function beginningOf(sent: Sent): Promise<Beginning> {
  const held = new HeldBody();
  for (;;) {
    const { value, done } = await sent.next();
    if (done) return { held, next: null };
    if (!held.take(value)) return { held, next: value };
  }
}

/** Gives a request from its beginning. */
async function* continued({ held, next }: Beginning, sent: Sent): Sent {
  try {
    yield* held.release();
    if (next) yield next;
    yield* sent;
  } finally {
    // Whoever stops early wants no more of the request.
    await sent.return();
  }
}

async function readParts(
  sent: Sent,
  { find, loc }: Pick<DocumentInRequest, 'find' | 'loc'>,
  { text, sbom }: Parts,
) {
  const filter = createInventoryFilter();
  let isEmpty = true;
  for await (const chunk of find(sent)) {
    isEmpty = false;
    asUploadFault(loc, () => {
      filter.write(chunk);
    });
    sbom.write(chunk);
    await text.write(filter.takeWritten());
    await sbom.flush();
  }
  if (isEmpty) throw invalid([{ loc, msg: 'Field required', type: 'missing' }]);
  const { json, syntax } = asUploadFault(loc, () => filter.end());
  await text.write(json);
  return { sbom: await sbom.end(), syntax };
}

/** Gives a request that was read before. Its document is decoded again where the organization does not hold it any more. */
async function readBefore(
  known: SbomReading,
  body: Omit<ScanBody, 'sbom'>,
  document: DocumentInRequest,
  held: HeldBody,
  parts: Parts,
): Promise<ReadSbom> {
  if (document.beside) document.beside.fields = known.fields;
  await beginning(() => setImmediate());
  const decode = async () => {
    async function* again() {
      yield* held.held();
    }
    const { sbom } = await readParts(again(), document, parts);
    await parts.text.clear();
    if (!sbom) throw new Error('a request has lost its document');
    return sbom;
  };
  return {
    keptBytes: 0,
    takeDocument: () => Promise.resolve(known.document),
    scanBody: { ...body, sbom: known.sbom && decodedAgain(known.sbom, decode) },
  };
}
