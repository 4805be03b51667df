import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { starterProduct } from '@/domain/catalog/starter-product';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { ensureBuilt, startBuiltServer } from './built-server';
import { inMs, median, percentile, type Bench, type Benchmark, type Line } from './runner';
import { scannerClientOf, type ScannerClient } from './scanner-client';
import { makeUploads } from './upload-load';

const ROUNDS = 2;
const QUIET_MS = 10_000;
const WITHIN_MS = 1_800_000;
/** Each kind of request rests as long between two: what they cost each other is small. */
const REST_MS = 50;
const LOOK_EVERY_MS = 100;
const CHECK = JSON.stringify({ component: { name: 'nodejs', version: '16.20.2' } });

/** Milliseconds of each request, by kind. */
type Times = Readonly<Record<'check' | 'list' | 'upload', number[]>>;

/**
 * A product that two images of three hold, of one cycle or of fifty: from one to the other, each of its packages falls into
 * another cycle.
 */
const productIn = (edition: number) =>
  starterProduct.parse({
    slug: 'held-by-most',
    name: 'Held by most',
    category: 'app',
    purls: ['pkg:npm/acme/package-19*'],
    cycles: (edition % 2 === 0
      ? ['1']
      : Array.from({ length: 50 }, (_, minor) => `1.${String(minor)}`)
    ).map((name) => ({ name, supportedUntil: '2030-01-01' })),
  });

/**
 * How long checks, lists and uploads take while the images of their organization are matched anew, beside times when they are not.
 * The uploads are of other images than those: what one waits that comes for an image just being matched is not told.
 */
async function run(bench: Bench): Promise<Line[]> {
  await ensureBuilt();
  const { server, fleet, progress } = bench;
  const { databaseUrl, folder, deps } = server;
  const built = await startBuiltServer(databaseUrl, join(folder, 'rematch'));
  const client = scannerClientOf({ ...built, key: fleet.key });
  const uploads = makeUploads(1).flat();
  const quiet: Times = { check: [], list: [], upload: [] };
  const beside: Times = { check: [], list: [], upload: [] };
  let images = 0;
  let rematchMs = 0;
  try {
    await settled(bench, null);
    for (let round = 0; round < ROUNDS; round += 1) {
      progress('Nothing is matched anew');
      await askUntil(sleep(QUIET_MS), client, uploads, quiet);
      progress('Images are matched anew');
      const since = deps.clock.now();
      await saveOwnProduct(deps, fleet.actor, { product: productIn(round), reason: '' });
      const matched = settled(bench, since);
      await askUntil(matched, client, uploads, beside);
      const { total, durationMs } = await matched;
      images += total;
      rematchMs += durationMs;
    }
  } finally {
    client.close();
    await built.stop();
  }
  return [
    {
      what: 'matched anew meanwhile',
      measured: `${(rematchMs / 1_000).toFixed(1)} s`,
      ratio: `${String(images)} images, ${inMs(rematchMs / images)} each`,
    },
    lineOf('POST /eol/check', quiet.check, beside.check),
    lineOf('images, page 1', quiet.list, beside.list),
    lineOf('PUT /v2/scan', quiet.upload, beside.upload),
  ];
}

/** One client of each kind, until it is over. */
async function askUntil(
  over: Promise<unknown>,
  client: ScannerClient,
  uploads: readonly Buffer[],
  times: Times,
): Promise<void> {
  let isOver = false;
  const ending = over.finally(() => {
    isOver = true;
  });
  const asking = async (durations: number[], ask: (turn: number) => Promise<number>) => {
    for (let turn = 0; !isOver; turn += 1) {
      durations.push(await ask(turn));
      await sleep(REST_MS);
    }
  };
  await Promise.all([
    ending,
    asking(times.check, () => client.timeOf('POST', '/eol/check', CHECK)),
    asking(times.list, () => client.timeOf('POST', '/images?page=1&size=50')),
    asking(times.upload, (turn) =>
      client.timeOf('PUT', '/v2/scan', uploads[turn % uploads.length]),
    ),
  ]);
}

/** Waits until the fleet is matched, with what was entered at that instant where there is one. */
async function settled({ server: { bare }, fleet }: Bench, since: Date | null) {
  const until = performance.now() + WITHIN_MS;
  while (performance.now() < until) {
    const { rows } = await bare.query<{ total: number; duration_ms: number }>(
      `SELECT total, extract(epoch FROM finished_at - started_at)::float * 1000 AS duration_ms FROM inventory_matching m
        WHERE organization_id = $1 AND finished_at IS NOT NULL AND started_at >= coalesce($2, started_at)
          AND NOT EXISTS (SELECT FROM rematch_entry e WHERE e.organization_id = m.organization_id)`,
      [fleet.organizationId, since],
    );
    const [row] = rows;
    if (row) return { total: row.total, durationMs: row.duration_ms };
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('The images were not matched anew');
}

function lineOf(what: string, quiet: readonly number[], beside: readonly number[]): Line {
  const timesOf = (durations: readonly number[]) =>
    `p50 ${inMs(median(durations))}, p95 ${inMs(percentile(durations, 95))}`;
  return {
    what,
    measured: `${timesOf(beside)}; else ${timesOf(quiet)}`,
    ratio: `${(median(beside) / median(quiet)).toFixed(2)}x at p50, ${(percentile(beside, 95) / percentile(quiet, 95)).toFixed(2)}x at p95`,
  };
}

export const besideRematch: Benchmark = { name: 'requests beside a re-match', run };
