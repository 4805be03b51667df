import type { Fleet } from './fleet';
import type { BenchServer } from './bench-server';
import type { Sizes } from './sizes';

/** One row of the table. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  /** How it compares with other work that was measured beside it. */
  readonly ratio?: string;
  /** A figure that was hoped for, and whether it came true. */
  readonly aim?: { readonly text: string; readonly isMet: boolean };
}

/** Inputs of a benchmark: a database with a fleet in it, and the API in this process on top of it. */
export interface Bench {
  readonly sizes: Sizes;
  readonly fleet: Fleet;
  readonly server: BenchServer;
  /** Says on standard error what is being done. */
  progress(text: string): void;
}

export interface Benchmark {
  readonly name: string;
  run(bench: Bench): Promise<Line[]>;
}

export type Work = () => Promise<unknown>;

/**
 * Times pieces of work in turns, so that whatever else the machine does falls on all of them alike. The
 * first turns are for warming up. Returns the durations of each in milliseconds.
 */
export async function timeInTurns<Name extends string>(
  pieces: Readonly<Record<Name, Work>>,
  { turns, warmUp }: { turns: number; warmUp: number },
): Promise<Record<Name, number[]>> {
  // The keys of a literal object are its names.
  const names = Object.keys(pieces) as Name[];
  const durations = Object.fromEntries(names.map((name) => [name, [] as number[]]));
  for (let turn = -warmUp; turn < turns; turn += 1) {
    for (const name of names) {
      const durationMs = await timed(pieces[name]);
      if (turn >= 0) durations[name]?.push(durationMs);
    }
  }
  return durations as Record<Name, number[]>;
}

/** The duration in milliseconds. */
export async function timed(work: Work): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

/** The smallest value that `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}

export function atMost(measured: number, limit: number, unit: string): Line['aim'] {
  return { text: `<= ${String(limit)}${unit}`, isMet: measured <= limit };
}

export function atLeast(measured: number, limit: number, unit: string): Line['aim'] {
  return { text: `>= ${String(limit)}${unit}`, isMet: measured >= limit };
}
