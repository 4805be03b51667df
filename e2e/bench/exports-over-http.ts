import { join } from 'node:path';
import { makePerson, makeSession } from '@/test/accounts';
import { ensureBuilt, startBuiltServer, type BuiltServer } from './built-server';
import { atMost, inMs, median, type Bench, type Benchmark, type Line } from './runner';

/** The longest files: of a row for each image, project, software and open finding. */
const FILES = ['images', 'projects', 'software', 'findings'] as const;
const TURNS = 5;
const MAX_FIRST_MS = 200;
const MAX_WHOLE_MS = 1_500;
const MIB = 1_048_576;

interface Reading {
  /** Milliseconds from the request to the first and to the last byte of the file. */
  readonly firstMs: number;
  readonly wholeMs: number;
  readonly bytes: number;
}

/** How long files take to begin and to end for who downloads them, and how much memory a server takes for that. */
async function run({ server, fleet, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const { deps, databaseUrl, folder } = server;
  const { organizationId } = fleet;
  const { id } = await makePerson(deps, { organizationId, role: 'admin' });
  const { cookie } = await makeSession(deps, id);
  const built = await startBuiltServer(databaseUrl, join(folder, 'exports'));
  const lines: Line[] = [];
  try {
    for (const name of FILES) {
      progress(`Export of ${name}`);
      await download(built, name, cookie);
      const before = await built.memoryMib();
      await built.forgetPeak();
      const readings: Reading[] = [];
      for (let turn = 0; turn < TURNS; turn += 1)
        readings.push(await download(built, name, cookie));
      const { peak } = await built.memoryMib();
      lines.push(...linesOf(name, readings, peak - before.now));
    }
  } finally {
    await built.stop();
  }
  return lines;
}

async function download(
  { origin }: BuiltServer,
  name: (typeof FILES)[number],
  cookie: string,
): Promise<Reading> {
  const startedAtMs = performance.now();
  const answer = await fetch(`${origin}/export/${name}.csv`, { headers: { cookie } });
  if (answer.status !== 200 || !answer.body)
    throw new Error(`/export/${name}.csv: ${String(answer.status)} ${await answer.text()}`);
  let firstMs: number | null = null;
  let bytes = 0;
  for await (const chunk of answer.body) {
    firstMs ??= performance.now() - startedAtMs;
    bytes += chunk.length;
  }
  const wholeMs = performance.now() - startedAtMs;
  return { firstMs: firstMs ?? wholeMs, wholeMs, bytes };
}

function linesOf(name: string, readings: readonly Reading[], moreMib: number): Line[] {
  const [firstMs, wholeMs] = [
    readings.map((one) => one.firstMs),
    readings.map((one) => one.wholeMs),
  ];
  const megabytes = (median(readings.map(({ bytes }) => bytes)) / MIB).toFixed(1);
  const timesOf = (durations: readonly number[]) =>
    `${inMs(median(durations))}, at most ${inMs(Math.max(...durations))}`;
  return [
    {
      what: `${name}: first byte`,
      measured: timesOf(firstMs),
      aim: atMost(Math.round(median(firstMs)), MAX_FIRST_MS, ' ms'),
    },
    {
      what: `  all of it, ${megabytes} MiB`,
      measured: `${timesOf(wholeMs)}, ${moreMib.toFixed(0)} MiB of memory more`,
      aim: atMost(Math.round(median(wholeMs)), MAX_WHOLE_MS, ' ms'),
    },
  ];
}

export const exportsOverHttp: Benchmark = { name: 'exports over HTTP', run };
