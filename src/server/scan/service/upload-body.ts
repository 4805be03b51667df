import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type Fault, invalid } from '@/domain/errors';
import { createScanBodyFilter, MalformedJsonError } from '@/domain/scan/body/filter';
import type { ScanBody } from '@/server/platform/http/scan-body';
import { makeListsExpendable } from '@/domain/validation/shapes';
import { SbomCompressor } from './sbom-compressor';
import { Spool } from './spool';
import { forEachChunk, requireJsonType } from '@/server/platform/http/json-body';

export interface ReadUpload {
  /** Length of the part that has to be parsed and compressed. */
  readonly keptBytes: number;
  /**
   * Gives the payload without the parts that must not be kept, ready for its schema. Once: its text is let go, and
   * its schema takes its lists apart.
   */
  takePayload(): Promise<unknown>;
  readonly scanBody: ScanBody;
  /** Faults in the parts that the schema does not see. */
  readonly faults: readonly Fault[];
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
 * held. The kept parts wait outside of the memory until the upload is complete.
 * @throws DomainError 413, 415, 422
 */
export async function readUpload<Result>(
  request: Request,
  { path, maxBytes }: { path: string; maxBytes: number },
  use: (upload: ReadUpload) => Promise<Result>,
): Promise<Result> {
  const text = new Spool();
  const sbom = new SbomCompressor();
  try {
    return await use(await receive(request, { path, maxBytes }, { text, sbom }));
  } finally {
    await Promise.all([text.clear(), sbom.close()]);
  }
}

async function receive(
  request: Request,
  { path, maxBytes }: { path: string; maxBytes: number },
  { text, sbom }: { text: Spool; sbom: SbomCompressor },
): Promise<ReadUpload> {
  const digest = createHash('sha256');
  const filter = createScanBodyFilter({
    onSbomChunk: (bytes) => sbom.write(bytes),
    // Of a repeated key the last counts, as in any JSON document.
    onSbomRestart: () => sbom.restart(),
  });
  let malformed = false;
  let received = 0;
  await forEachChunk(request, maxBytes, async (chunk) => {
    received += chunk.byteLength;
    digest.update(chunk);
    malformed ||=
      unlessMalformed(() => {
        filter.write(chunk);
        return 'so far so good';
      }) === null;
    await text.write(filter.takeWritten());
    await sbom.flush();
  });
  requireJsonType(request.headers, false);
  if (received === 0) throw invalid([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  if (malformed) throw invalid([MALFORMED]);
  const filtered = unlessMalformed(() => filter.end());
  if (!filtered) throw invalid([MALFORMED]);
  await text.write(filtered.json);
  const uploaded = filtered.sbom === 'decoded' ? await sbom.end() : null;
  await beginning(() => setImmediate());
  return {
    keptBytes: text.sizeBytes + (uploaded?.sizeBytes ?? 0),
    takePayload: async () => {
      const whole = await text.readWhole();
      await text.clear();
      const payload: unknown = JSON.parse(whole.toString('utf8'));
      makeListsExpendable(payload);
      return payload;
    },
    faults: sbomFaults(filtered.sbom),
    scanBody: {
      sha256: digest.digest(),
      sbom: uploaded,
      idempotencyKey: request.headers.get('idempotency-key'),
      path,
    },
  };
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
