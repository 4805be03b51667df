import { v7 as uuidv7 } from 'uuid';
import type { ApiRequest } from './bench-server';
import type { AskableDeps } from '@/test/with-query';
import { atLeast, atMost, inMs, median, timed, type Bench, type Line } from './runner';
import { deleteScanRows, insertBare, insertsOf, readScanRows } from './scan-rows';

/** Uploads that fill the connections' prepared statements and let the code be compiled. */
export const WARM_UP = 30;

interface Durations {
  readonly uploaded: number[];
  /** Of an upload, its transaction: what is done in the database, and not the reading of what was sent. */
  readonly inTransaction: number[];
  readonly bare: number[];
  readonly bareByRow: number[];
  readonly again: number[];
  /** The same in other bytes: most scanners write the time into their SBOM. */
  readonly said: number[];
}

const KINDS = ['uploaded', 'inTransaction', 'bare', 'bareByRow', 'again', 'said'] as const;

export interface Uploads {
  /** The kind of upload: `scan`. */
  readonly what: string;
  /** Of different images; the first {@link WARM_UP} are not counted. */
  readonly requests: readonly ApiRequest[];
  /** Of the same images, what says the same in other bytes. */
  readonly editions: readonly ApiRequest[];
  /** Finds the id of the stored scan in an answer. */
  readonly scanIdOf: (answer: unknown) => string;
}

/**
 * New uploads, and the same again, each beside bare inserts of the very rows that it wrote: they are read back and
 * deleted, inserted bare, deleted and inserted once more row by row.
 */
export async function uploadsBesideBare(bench: Bench, uploads: Uploads): Promise<Line[]> {
  const durations: Durations = {
    ...{ uploaded: [], inTransaction: [], bare: [], bareByRow: [], again: [], said: [] },
  };
  const stopwatch = { ms: 0 };
  const call = bench.server.callWith(timingTransactions(bench.server.deps, stopwatch));
  for (const [number, request] of uploads.requests.entries()) {
    const edition = uploads.editions[number] ?? request;
    const of = { request, edition, call, stopwatch };
    const measured = await measureOne(bench, of, uploads.scanIdOf);
    if (number < WARM_UP) continue;
    for (const name of KINDS) durations[name].push(measured[name]);
  }
  return linesOf(uploads.what, durations);
}

interface Stopwatch {
  ms: number;
}

/** The same server, noting how long its latest transaction took. */
function timingTransactions(deps: AskableDeps, stopwatch: Stopwatch): AskableDeps {
  const transaction: AskableDeps['db']['transaction'] = async (work) => {
    const startedAtMs = performance.now();
    try {
      return await deps.db.transaction(work);
    } finally {
      stopwatch.ms = performance.now() - startedAtMs;
    }
  };
  return { ...deps, db: { ...deps.db, transaction } };
}

async function measureOne(
  { server, fleet }: Bench,
  {
    request,
    edition,
    call,
    stopwatch,
  }: {
    request: ApiRequest;
    edition: ApiRequest;
    call: Bench['server']['call'];
    stopwatch: Stopwatch;
  },
  scanIdOf: Uploads['scanIdOf'],
) {
  const before = uuidv7();
  let answer = '';
  const uploaded = await timed(async () => {
    answer = await call(fleet.key, request);
  });
  const inTransaction = stopwatch.ms;
  const scanId = scanIdOf(JSON.parse(answer));
  const rows = await readScanRows(server, fleet.organizationId, scanId, before);
  await deleteScanRows(server, fleet.organizationId, rows);
  const byRow = insertsOf(rows, 'row');
  const bareByRow = await timed(() => insertBare(server, byRow));
  await deleteScanRows(server, fleet.organizationId, rows);
  const byTable = insertsOf(rows, 'table');
  const bare = await timed(() => insertBare(server, byTable));
  const again = await timed(() => call(fleet.key, request));
  const said = await timed(() => call(fleet.key, edition));
  return { uploaded, inTransaction, bare, bareByRow, again, said };
}

function linesOf(kind: string, durations: Durations): Line[] {
  const { uploaded, inTransaction, bare, bareByRow, again, said } = durations;
  const [newMs, storedMs] = [median(uploaded), median(inTransaction)];
  const [bareMs, byRowMs] = [median(bare), median(bareByRow)];
  const [againMs, saidMs] = [median(again), median(said)];
  const rate = (durationMs: number) => `${(1_000 / durationMs).toFixed(0)}/s (${inMs(durationMs)})`;
  const times = (ratio: number) => `${ratio.toFixed(1)}x`;
  return [
    { what: `${kind}: bare SQL, one insert a table`, measured: rate(bareMs) },
    {
      what: `${kind}: bare SQL, one insert a row`,
      measured: rate(byRowMs),
      ratio: times(byRowMs / bareMs),
    },
    {
      what: `${kind}: new`,
      measured: rate(newMs),
      ratio: `${times(newMs / bareMs)} bare, ${times(newMs / byRowMs)} by row`,
      aim: atMost(newMs / bareMs, 2, 'x'),
    },
    {
      what: `${kind}: new, its transaction alone`,
      measured: inMs(storedMs),
      ratio: `${times(storedMs / bareMs)} bare`,
      aim: atMost(storedMs / bareMs, 2, 'x'),
    },
    {
      what: `${kind}: unchanged, again`,
      measured: rate(againMs),
      ratio: `${times(newMs / againMs)} faster than new`,
      aim: atLeast(newMs / againMs, 5, 'x'),
    },
    {
      what: `${kind}: unchanged, in other bytes`,
      measured: rate(saidMs),
      ratio: `${times(newMs / saidMs)} faster than new`,
    },
  ];
}
