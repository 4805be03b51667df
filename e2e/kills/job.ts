import type { Random } from '../fuzz/requests/sample';
import type { Command, Installation } from './world';

export const VICTIMS = ['app', 'database', 'both'] as const;
export type Victim = (typeof VICTIMS)[number];

/** The jobs, in the order in which rounds take them. */
export const JOBS = [
  'uploads',
  'outbox',
  're-match',
  'import',
  'export',
  'backup',
  'catalog',
  'migration',
  'daily work',
] as const;
export type JobName = (typeof JOBS)[number];

/** Work that is under way and may be killed. */
export interface Underway {
  /** Resolves once there is nothing more to be done, or what is killed cannot do it. */
  readonly ended: Promise<void>;
  /** What does the work, where that is a command and not the server. */
  readonly command?: Command;
  /** Looks, once everything runs again, whether all is well; tells what is not. */
  check(): Promise<string[]>;
}

export interface Job {
  readonly name: JobName;
  /** The installation that it works in; undefined: the one of all jobs. */
  installation?(): Promise<Installation>;
  /** Whether the server is to run before it begins. */
  readonly needsServer: boolean;
  /** @param nth tells this time from all others that the job's work is done: each has a number more than the one before */
  begin(installation: Installation, nth: number, random: Random): Promise<Underway>;
}

/** Waits until a question is answered by nothing; tells what is left after `withinMs`. */
export async function settled(
  ask: () => Promise<readonly string[]>,
  withinMs: number,
  pause: () => Promise<void>,
): Promise<readonly string[]> {
  const until = Date.now() + withinMs;
  for (;;) {
    const left = await ask();
    if (left.length === 0 || Date.now() > until) return left;
    await pause();
  }
}
