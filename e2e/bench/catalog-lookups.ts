import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Product } from '@/domain/catalog/catalog';
import {
  buildCatalogIndex,
  matchComponent,
  type CatalogIndex,
} from '@/domain/catalog/index-of-names';
import type { ComponentQuery } from '@/domain/catalog/match';
import { readStarterProducts } from '@/server/catalog/service/starter';
import { componentQueries } from './component-queries';
import { atLeast, inMs, median, type Benchmark, type Line } from './runner';

const FOLDER = resolve('prisma/seed/starter-catalog');
const MIB = 1_048_576;
const QUERIES = 20_000;
const ROUNDS = 12;
const WARM_UP = 3;
const MIN_PER_SECOND = 500_000;

/** Look-ups need no server: this measures the matching alone, in this process and on one core. */
async function run(): Promise<Line[]> {
  const products = await starterProducts();
  const { index, durationMs, bytes } = await built(products);
  const queries = componentQueries(products, QUERIES);
  const rates: number[] = [];
  let found = 0;
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const cpu = process.cpuUsage();
    found = countFound(index, queries);
    const { user, system } = process.cpuUsage(cpu);
    if (round >= 0) rates.push(queries.length / ((user + system) / 1_000_000));
  }
  const rate = Math.round(median(rates));
  return [
    {
      what: 'look-ups for each second of processor time',
      measured: `${rate.toLocaleString('en')} (${String(Math.round((100 * found) / queries.length))}% found)`,
      aim: atLeast(rate, MIN_PER_SECOND, '/s'),
    },
    { what: 'preparing the catalog', measured: inMs(durationMs) },
    { what: 'memory of the prepared catalog', measured: `${(bytes / MIB).toFixed(1)} MiB` },
  ];
}

function countFound(index: CatalogIndex, queries: readonly ComponentQuery[]): number {
  let found = 0;
  for (const query of queries) if (matchComponent(index, query).found) found += 1;
  return found;
}

/** Several copies are weighed together, since one is small beside what the collector leaves lying about. */
const COPIES = 8;

async function built(products: readonly Product[]) {
  const before = await settledHeap();
  const startedAtMs = performance.now();
  const copies = Array.from({ length: COPIES }, () => buildCatalogIndex(products));
  const durationMs = (performance.now() - startedAtMs) / COPIES;
  const bytes = Math.max(0, (await settledHeap()) - before) / COPIES;
  return { index: copies[0] ?? buildCatalogIndex(products), durationMs, bytes };
}

async function settledHeap(): Promise<number> {
  setFlagsFromString('--expose-gc');
  // The flag makes the collector callable in contexts that come after it.
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 4; turn += 1) {
    collect();
    await new Promise((done) => setImmediate(done));
  }
  return process.memoryUsage().heapUsed;
}

async function starterProducts(): Promise<Product[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), 'utf8')));
  return readStarterProducts(`[${texts.join(',')}]`);
}

export const catalogLookups: Benchmark = { name: 'catalog look-ups', run };
