import { join } from 'node:path';
import { ensureBuilt, startBuiltServer } from './built-server';
import { atMost, inMs, median, type Bench, type Benchmark, type Line } from './runner';

const STARTS = 5;
const MAX_MS = 2_000;

/** How long it takes from a start to the first answer, with the database that the server brings along, and with one that runs. */
async function run({ server, progress }: Bench): Promise<Line[]> {
  await ensureBuilt();
  const folder = join(server.folder, 'starts');
  const databaseUrl = await server.createDatabase('starts');
  const first = await startOf(null, folder);
  await startOf(databaseUrl, `${folder}-beside`);
  const embedded: number[] = [];
  const beside: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    progress(`Start ${String(turn + 1)} of ${String(STARTS)}`);
    embedded.push(await startOf(null, folder));
    beside.push(await startOf(databaseUrl, `${folder}-beside`));
  }
  return [
    { what: 'the very first, which makes its database', measured: inMs(first) },
    {
      what: 'with the embedded database',
      measured: inMs(median(embedded)),
      aim: atMost(Math.round(median(embedded)), MAX_MS, ' ms'),
    },
    { what: 'with a database that runs', measured: inMs(median(beside)) },
  ];
}

/** Milliseconds until it answers. It has stopped when this is known. */
async function startOf(databaseUrl: string | null, folder: string): Promise<number> {
  const startedAtMs = performance.now();
  const built = await startBuiltServer(databaseUrl, folder);
  const durationMs = performance.now() - startedAtMs;
  await built.stop();
  return durationMs;
}

export const starts: Benchmark = { name: 'starts', run };
