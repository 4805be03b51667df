import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeCertificate } from '@/test/certificates';
import { ensureBuilt, startBuiltServer } from './built-server';
import { atMost, inMs, percentile, type Bench, type Benchmark, type Line } from './runner';
import { scannerClientOf, type ScannerClient } from './scanner-client';
import { makeUploads, uploadUntil } from './upload-load';

const READS = ['/v2/policy', '/certificate'] as const;
/** Of each of the reads. */
const READS_PER_SECOND = 50;
const WARM_UP_MS = 3_000;
const IDLE_MS = 6_000;
const LOADED_MS = 15_000;
const UPLOADERS = 4;
const POLICIES = 20;
const MAX_P99_MS = 100;

/**
 * Times the reads that a scanner waits for before it scans, alone and while others upload. One whose read fails or
 * takes too long goes on without policies, so it is the slowest reads that count.
 */
async function run({ server, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const uploads = makeUploads(UPLOADERS);
  const built = await startBuiltServer(
    await server.createDatabase('scanner_reads'),
    join(server.folder, 'app'),
  );
  const client = scannerClientOf(built);
  try {
    await store(client);
    await readFor(WARM_UP_MS, client);
    progress('Reads alone');
    const idle = await readFor(IDLE_MS, client);
    progress('Reads under uploads');
    const [uploaded, loaded] = await Promise.all([
      uploadUntil(Date.now() + WARM_UP_MS + LOADED_MS, client, uploads),
      sleep(WARM_UP_MS).then(() => readFor(LOADED_MS, client)),
    ]);
    return [
      uploadLine(uploaded, uploads),
      ...READS.map((path) => readLine(`GET ${path}, alone`, idle.get(path))),
      ...READS.map((path) => readLine(`GET ${path}, under uploads`, loaded.get(path))),
    ];
  } finally {
    client.close();
    await built.stop();
  }
}

/** Policies and a certificate to be read. */
async function store(client: ScannerClient): Promise<void> {
  for (let number = 0; number < POLICIES; number += 1) {
    const policy = {
      policy_scope: 'software',
      policy_type: 'EOL',
      product_name: `Product ${String(number)}`,
      cycle: '1.2',
      cycle_operator: 'LTE',
      warn_days: 90,
    };
    await client.timeOf('POST', '/v1/policy', JSON.stringify(policy));
  }
  const certificate = await makeCertificate();
  await client.timeOf('POST', '/certificate/upsert', JSON.stringify({ certificate }));
}

/** Sends the reads at a steady pace, whether or not those before have been answered; durations in milliseconds. */
async function readFor(
  durationMs: number,
  client: ScannerClient,
): Promise<Map<string, readonly number[]>> {
  const count = Math.round((durationMs / 1_000) * READS_PER_SECOND) * READS.length;
  const startedAtMs = performance.now();
  const reads = Array.from({ length: count }, async (_, number) => {
    await sleep(startedAtMs + (durationMs / count) * number - performance.now());
    const path = READS[number % READS.length] ?? READS[0];
    return { path, durationMs: await client.timeOf('GET', path) };
  });
  const durations = Map.groupBy(await Promise.all(reads), ({ path }) => path);
  return new Map(
    [...durations].map(([path, all]) => [path, all.map((read) => read.durationMs)] as const),
  );
}

function uploadLine(durations: readonly number[], uploads: readonly (readonly Buffer[])[]): Line {
  const kib = (uploads[0]?.[0]?.byteLength ?? 0) / 1_024;
  const perSecond = durations.length / ((WARM_UP_MS + LOADED_MS) / 1_000);
  return {
    what: `uploads of ${kib.toFixed(0)} KiB by ${String(UPLOADERS)} clients`,
    measured: `${perSecond.toFixed(0)}/s, p50 ${inMs(percentile(durations, 50))}, p99 ${inMs(percentile(durations, 99))}`,
  };
}

function readLine(what: string, durations: readonly number[] = []): Line {
  const p99 = percentile(durations, 99);
  return {
    what,
    measured: `p50 ${inMs(percentile(durations, 50))}, p99 ${inMs(p99)}`,
    aim: atMost(p99, MAX_P99_MS, ' ms'),
  };
}

export const scannerReads: Benchmark = { name: 'scanner reads under uploads', run };
