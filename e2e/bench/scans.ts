import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { ApiRequest } from './bench-server';
import { scanPayload } from './payload';
import {
  atLeast,
  atMost,
  inMs,
  median,
  timed,
  type Bench,
  type Benchmark,
  type Line,
} from './runner';
import { deleteScanRows, insertBare, insertsOf, readScanRows } from './scan-rows';

const MATCHES = 40;
const answerSchema = z.object({ scan_id: z.uuid() });
/** Scans that fill the connections' prepared statements and let the code be compiled. */
const WARM_UP = 30;

interface Durations {
  readonly uploaded: number[];
  readonly bare: number[];
  readonly bareByRow: number[];
  readonly again: number[];
}

/**
 * New scans, and the same scans again, each beside bare inserts of the very rows that it wrote: they are
 * read back and deleted, inserted bare, deleted and inserted once more row by row.
 */
async function run(bench: Bench): Promise<Line[]> {
  const requests = Array.from({ length: bench.sizes.scans + WARM_UP }, (_, number) =>
    uploadOf(bench, number),
  );
  const durations: Durations = { uploaded: [], bare: [], bareByRow: [], again: [] };
  for (const [number, request] of requests.entries()) {
    const measured = await measureOne(bench, request);
    if (number < WARM_UP) continue;
    for (const name of ['uploaded', 'bare', 'bareByRow', 'again'] as const) {
      durations[name].push(measured[name]);
    }
  }
  const bytes = requests.at(-1)?.body?.byteLength ?? 0;
  return [
    {
      what: `payload: ${String(MATCHES)} matches, ${String(bench.sizes.packagesPerImage)} packages, SBOM`,
      measured: `${(bytes / 1024).toFixed(0)} KiB`,
    },
    ...linesOf(durations),
  ];
}

async function measureOne({ server, fleet }: Bench, request: ApiRequest) {
  const before = uuidv7();
  let answer = '';
  const uploaded = await timed(async () => {
    answer = await server.call(fleet.key, request);
  });
  const { scan_id: scanId } = answerSchema.parse(JSON.parse(answer));
  const rows = await readScanRows(server, fleet.organizationId, scanId, before);
  await deleteScanRows(server, fleet.organizationId, rows);
  const byRow = insertsOf(rows, 'row');
  const bareByRow = await timed(() => insertBare(server, byRow));
  await deleteScanRows(server, fleet.organizationId, rows);
  const byTable = insertsOf(rows, 'table');
  const bare = await timed(() => insertBare(server, byTable));
  const again = await timed(() => server.call(fleet.key, request));
  return { uploaded, bare, bareByRow, again };
}

function uploadOf({ sizes, fleet }: Bench, number: number): ApiRequest {
  const payload = scanPayload(number, fleet.today, {
    matches: MATCHES,
    packages: sizes.packagesPerImage,
    software: sizes.software,
    components: sizes.components,
  });
  return {
    method: 'PUT',
    path: '/v2/scan',
    body: new TextEncoder().encode(JSON.stringify(payload)),
  };
}

function linesOf({ uploaded, bare, bareByRow, again }: Durations): Line[] {
  const [newMs, bareMs, byRowMs, againMs] = [uploaded, bare, bareByRow, again].map(median);
  if (newMs === undefined || bareMs === undefined || byRowMs === undefined || againMs === undefined)
    return [];
  const rate = (durationMs: number) => `${(1_000 / durationMs).toFixed(0)}/s (${inMs(durationMs)})`;
  const times = (ratio: number) => `${ratio.toFixed(1)}x`;
  return [
    { what: 'bare SQL, one insert a table', measured: rate(bareMs) },
    { what: 'bare SQL, one insert a row', measured: rate(byRowMs), ratio: times(byRowMs / bareMs) },
    {
      what: 'new scan',
      measured: rate(newMs),
      ratio: `${times(newMs / bareMs)} bare, ${times(newMs / byRowMs)} by row`,
      aim: atMost(newMs / bareMs, 2, 'x'),
    },
    {
      what: 'unchanged re-scan',
      measured: rate(againMs),
      ratio: `${times(newMs / againMs)} faster than new`,
      aim: atLeast(newMs / againMs, 5, 'x'),
    },
  ];
}

export const scans: Benchmark = { name: 'scans', run };
