import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { CLUSTER_REPORT_RULE } from '@/domain/cluster/body-rule';
import { invalid } from '@/domain/errors';
import { createJsonReader } from '@/domain/inventory/document/filter';
import type { IncomingRequest } from '@/server/platform/http/incoming-request';
import type { ScanBody } from '@/server/platform/http/scan-body';
import { asUploadFault, WHOLE_BODY } from '@/server/platform/http/document-faults';
import { inflatedChunks, sentChunks } from '@/server/sbom/service/inflate';
import { Spool } from '@/server/scan/service/spool';

export interface ReadClusterReport {
  /** Length of the part that has to be parsed. */
  readonly keptBytes: number;
  /** Gives what is read of the report, ready for its schema. Once: its text is let go. */
  takePayload(): Promise<unknown>;
  readonly scanBody: ScanBody;
}

/** Ten times the largest clusters; what is kept becomes objects many times its size. */
const MAX_KEPT_BYTES = 67_108_864;

/** As for scans: the work after the last byte begins for one report a turn of the event loop. */
const beginning = pLimit(1);

/**
 * Reads a report of what runs in a cluster as it arrives, and hands it to `use`. What is not read of it, such as the
 * vulnerabilities of a report, is never held. Its type is not asked: not every client sends one.
 * @throws DomainError 413, 415 for an unknown coding, 422 with line and column when it is no JSON
 */
export async function readClusterReport<Result>(
  request: IncomingRequest,
  limits: { readonly path: string; readonly maxBytes: number },
  use: (report: ReadClusterReport) => Promise<Result>,
): Promise<Result> {
  const text = new Spool();
  try {
    return await use(await receive(request, limits, text));
  } finally {
    await text.clear();
  }
}

async function receive(
  request: IncomingRequest,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
  text: Spool,
): Promise<ReadClusterReport> {
  const digest = createHash('sha256');
  const reader = createJsonReader(CLUSTER_REPORT_RULE);
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  const sent = sentChunks(request, maxBytes, (chunk) => digest.update(chunk));
  let isEmpty = true;
  for await (const chunk of inflatedChunks(sent, maxBytes, { coding })) {
    isEmpty = false;
    asUploadFault(WHOLE_BODY, () => {
      reader.write(chunk);
    });
    if (reader.written() > MAX_KEPT_BYTES) {
      const msg = 'Value error, the report says more of the cluster than can be read';
      throw invalid([{ loc: ['body'], msg, type: 'value_error' }]);
    }
    await text.write(reader.takeWritten());
  }
  if (isEmpty) throw invalid([{ loc: ['body'], msg: 'Field required', type: 'missing' }]);
  await text.write(asUploadFault(WHOLE_BODY, () => reader.end()));
  await beginning(() => setImmediate());
  return {
    keptBytes: text.sizeBytes,
    takePayload: () => text.takeJson(),
    scanBody: {
      ...{ sha256: digest.digest(), sbom: null, path },
      idempotencyKey: null,
    },
  };
}
