import { scanPayload } from './payload';
import type { ScannerClient } from './scanner-client';

/** With an SBOM of as many components, about 400 KiB. */
const SIZES = { matches: 40, packages: 144, software: 1_500, components: 20_000 };
/** Of one uploader: about as many as it gets through. */
const SCANS = 170;

/** Scans for each uploader, of images of its own. Ready as bytes: making them would keep the reads waiting. */
export function makeUploads(uploaders: number): Buffer[][] {
  const today = new Date();
  return Array.from({ length: uploaders }, (_, uploader) =>
    Array.from({ length: SCANS }, (__, scan) =>
      Buffer.from(JSON.stringify(scanPayload(uploader * SCANS + scan, today, SIZES))),
    ),
  );
}

/**
 * All uploaders at once, each sending the next scan when the one before was accepted: each scan twice, new
 * and unchanged, and from the first again after the last. The durations of all uploads in milliseconds.
 */
export async function uploadUntil(
  untilMs: number,
  client: ScannerClient,
  uploads: readonly (readonly Buffer[])[],
): Promise<number[]> {
  const durations: number[] = [];
  const upload = async (scans: readonly Buffer[]) => {
    for (let sent = 0; Date.now() < untilMs; sent += 1) {
      const body = scans[Math.floor(sent / 2) % scans.length];
      durations.push(await client.timeOf('PUT', '/v2/scan', body));
    }
  };
  await Promise.all(uploads.map(upload));
  return durations;
}
