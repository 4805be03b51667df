import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePerson, makeSession } from '@/test/accounts';
import { LOOK_EVERY_MS } from '@/features/shell/live/look';
import { ensureBuilt, startBuiltServer } from './built-server';
import { openPages, type OpenPages } from './open-pages';
import { atMost, inMs, median, percentile, type Bench, type Benchmark, type Line } from './runner';
import { scannerClientOf, type ScannerClient } from './scanner-client';
import { makeUploads, uploadUntil } from './upload-load';

const PAGES = 50;
const UPLOADERS = 4;
const WARM_UP_MS = 3_000;
/** Long enough for each page to ask twice. */
const ROUND_MS = 2 * LOOK_EVERY_MS;
const ROUNDS = 2;
const MAX_RATIO = 1.5;

/** Times uploads with nobody looking and with as many open pages that follow them, in turns. */
async function run({ server, fleet, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const uploads = makeUploads(UPLOADERS);
  const { deps, databaseUrl, folder } = server;
  const { organizationId } = fleet;
  const { id } = await makePerson(deps, { organizationId, role: 'admin' });
  const { cookie } = await makeSession(deps, id);
  const built = await startBuiltServer(databaseUrl, join(folder, 'live'));
  const client = scannerClientOf(built);
  const measured = { alone: [] as number[], beside: [] as number[] };
  const pages: OpenPages['looks'][] = [];
  try {
    await uploadFor(WARM_UP_MS, client, uploads);
    for (let round = 0; round < ROUNDS; round += 1) {
      progress('Uploads alone');
      measured.alone.push(...(await uploadFor(ROUND_MS, client, uploads)));
      progress(`Uploads beside ${String(PAGES)} open pages`);
      const open = await openPages(PAGES, { origin: built.origin, cookie });
      // Nobody asks before.
      await uploadFor(LOOK_EVERY_MS, client, uploads);
      measured.beside.push(...(await uploadFor(ROUND_MS, client, uploads)));
      open.close();
      pages.push(open.looks);
      await sleep(WARM_UP_MS);
    }
  } finally {
    client.close();
    await built.stop();
  }
  return linesOf(measured, pages);
}

function uploadFor(
  durationMs: number,
  client: ScannerClient,
  uploads: readonly (readonly Buffer[])[],
): Promise<number[]> {
  return uploadUntil(Date.now() + durationMs, client, uploads);
}

function linesOf(
  { alone, beside }: { readonly alone: readonly number[]; readonly beside: readonly number[] },
  pages: readonly OpenPages['looks'][],
): Line[] {
  const ratio = median(beside) / median(alone);
  const timesOf = (durations: readonly number[]) =>
    `p50 ${inMs(median(durations))}, p95 ${inMs(percentile(durations, 95))}`;
  const perSecond = (durations: readonly number[]) =>
    `${((durations.length * 1_000) / (ROUNDS * ROUND_MS)).toFixed(0)}/s`;
  const asked = pages.flatMap((looks) => looks.asked);
  const readings = pages.flatMap((looks) => looks.readings);
  const failures = pages.reduce((sum, looks) => sum + looks.failures, 0);
  return [
    {
      what: `uploads by ${String(UPLOADERS)} clients, nobody looking`,
      measured: `${perSecond(alone)}, ${timesOf(alone)}`,
    },
    {
      what: `the same beside ${String(PAGES)} open pages`,
      measured: `${perSecond(beside)}, ${timesOf(beside)}`,
      ratio: `${ratio.toFixed(2)}x alone`,
      aim: atMost(Number(ratio.toFixed(2)), MAX_RATIO, 'x'),
    },
    {
      what: '  pages that asked whether something has moved',
      measured: `${String(asked.length)}, ${timesOf(asked)}`,
    },
    {
      what: '  pages that read again what they show',
      measured: `${String(readings.length)}, ${timesOf(readings)}, ${String(failures)} failures`,
    },
  ];
}

export const live: Benchmark = { name: 'live', run };
