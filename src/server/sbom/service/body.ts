import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Fault, invalid } from '@/domain/errors';
import type { InventoryDocument } from '@/domain/inventory/document';
import { createInventoryFilter } from '@/domain/inventory/document/filter';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import { makeListsExpendable } from '@/domain/validation/shapes';
import type { ScanBody } from '@/server/platform/http/scan-body';
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

/** Where the bytes of an upload come to, and how many are taken. */
export interface UploadLimits {
  readonly path: string;
  readonly maxBytes: number;
}

/** Where the document is in a request: it is all of it, or a part of a form. */
export interface DocumentInRequest {
  /** Gives the document out of the bytes as they were sent. It ends when all of the request was read. */
  readonly find: (
    sent: AsyncGenerator<Uint8Array, void, undefined>,
  ) => AsyncGenerator<Uint8Array, void, undefined>;
  readonly loc: Fault['loc'];
}

/**
 * Reads an SBOM in any format as it arrives and hands it to `use`. Its bytes are inflated where they are compressed,
 * and kept for the image; the parts that are read wait outside of the memory until the document is complete.
 * @throws DomainError 413 when it is longer than `maxBytes`, packed or not, 415 for an unknown coding, 422 with the place
 */
export function readSbom<Result>(
  request: Request,
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
  request: Request,
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

async function receive(
  { open, idempotencyKey }: Opened,
  { path }: UploadLimits,
  { find, loc }: DocumentInRequest,
  { text, sbom }: { readonly text: Spool; readonly sbom: SbomCompressor },
): Promise<ReadSbom> {
  const digest = createHash('sha256');
  const filter = createInventoryFilter();
  const sent = open((chunk) => digest.update(chunk));
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
  const kept = asUploadFault(loc, () => filter.end());
  await text.write(kept.json);
  const uploaded = await sbom.end();
  await beginning(() => setImmediate());
  return {
    keptBytes: text.sizeBytes + (uploaded?.sizeBytes ?? 0),
    takeDocument: async () => {
      const whole = await text.readWhole();
      await text.clear();
      const payload: unknown = JSON.parse(whole.toString('utf8'));
      makeListsExpendable(payload);
      return asUploadFault(loc, () => readInventoryDocument(payload, kept.syntax));
    },
    scanBody: {
      sha256: digest.digest(),
      sbom: uploaded,
      idempotencyKey,
      path,
    },
  };
}
