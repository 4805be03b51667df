import { ask } from '@/test/backup';
import { percentile } from '../bench/runner';
import { growthOf, type Series } from '../load/growth';
import type { LoadedServer } from '../load/loaded-server';
import { descriptors, memoryMib, residentMib } from '../load/process-figures';
import type { Load } from './load';
import type { Drawn } from './picture';

/** Growth that is allowed after the warm-up. */
export const MAX_GROWTH = 0.03;

interface Watched {
  readonly server: LoadedServer;
  readonly databaseUrl: string;
  readonly load: Load;
  /** Kinds of requests whose time is drawn. */
  readonly kinds: readonly string[];
}

/** What a run looks at, as often as it is asked to. */
export class Samples {
  private readonly values = new Map<string, number[]>();

  constructor(private readonly watched: Watched) {}

  async take(): Promise<void> {
    const { server, databaseUrl, load, kinds } = this.watched;
    const { pid } = server.process;
    this.add('resident', await residentMib(pid));
    this.add('live', await server.liveMib());
    const told = await memoryMib(server.metricsUrl).catch(() => null);
    for (const name of ['heap', 'committed', 'external', 'code'] as const)
      this.add(name, told?.[name] ?? Number.NaN);
    this.add('descriptors', await descriptors(pid));
    this.add('connections', await connections(databaseUrl));
    const taken = load.taken();
    for (const kind of kinds) {
      for (const percent of [50, 95, 99])
        this.add(`${kind} p${String(percent)}`, percentile(taken.get(kind) ?? [], percent));
    }
  }

  private add(name: string, value: number): void {
    this.values.set(name, [...(this.values.get(name) ?? []), value]);
  }

  /** Every series with its verdict: how long the slowest requests take is drawn alone, as the machine decides on it. */
  drawn(): Drawn[] {
    return [...this.values].map(([name, values]) => {
      const { unit, slack, isJudged } = KINDS[name] ?? latency(name);
      const series: Series = { name, unit, values, slack };
      return { ...series, growth: isJudged ? growthOf(series, MAX_GROWTH) : null };
    });
  }
}

interface Judging {
  readonly unit: string;
  readonly slack: number;
  readonly isJudged: boolean;
}
const KINDS: Readonly<Record<string, Judging | undefined>> = {
  resident: { unit: 'MiB', slack: 4, isJudged: true },
  live: { unit: 'MiB after collections of the whole heap', slack: 4, isJudged: true },
  // The garbage is in it, of which node keeps more as soon as the machine has more time.
  heap: { unit: 'MiB in use', slack: 4, isJudged: false },
  // Tell what of the growth of `resident` is room that node has taken for garbage, and what is beside the heap.
  committed: { unit: 'MiB of room for the heap', slack: 4, isJudged: false },
  external: { unit: 'MiB beside the heap, told by objects', slack: 4, isJudged: false },
  // Tells what of the growth of `live` is no data: it is in there as well, and judged there.
  code: { unit: 'MiB of code', slack: 4, isJudged: false },
  descriptors: { unit: 'open', slack: 2, isJudged: true },
  connections: { unit: 'to the database', slack: 1, isJudged: true },
};
const latency = (name: string): Judging => ({
  unit: 'ms',
  slack: 3,
  isJudged: name.endsWith('p50'),
});

async function connections(databaseUrl: string): Promise<number> {
  const rows = await ask<{ count: number }>(
    databaseUrl,
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? Number.NaN;
}
