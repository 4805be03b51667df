import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fuzz/requests/sample';
import { endLeases, leftovers } from './drained';
import type { Job, Underway, Victim } from './job';
import type { Installation } from './world';

/** How often the server is killed while a command works. */
const SERVER_BESIDE = 1 / 3;

/** One kill, and what was found after it. */
export interface Round {
  readonly number: number;
  readonly job: string;
  readonly victim: Victim;
  readonly afterMs: number;
  /** Whether the work was under way when it was killed. */
  readonly isInTheMiddle: boolean;
  readonly faults: readonly string[];
}

export interface Planned {
  readonly number: number;
  readonly job: Job;
  readonly victim: Victim;
  /** How long the work takes when nobody is killed. */
  readonly lastsMs: number;
  readonly random: Random;
  readonly waitsForLeases: boolean;
}

/** Lets a job's work go on for a while, kills, starts again, and looks. */
export async function kill(installation: Installation, planned: Planned): Promise<Round> {
  const { number, job, victim, lastsMs, random, waitsForLeases } = planned;
  if (job.needsServer) await installation.ready();
  const work = await job.begin(installation, number, random);
  let isOver = false;
  const ended = work.ended.then(() => {
    isOver = true;
  });
  // It is awaited below, and may fail before.
  ended.catch(() => undefined);
  const afterMs = Math.round(random() * lastsMs);
  await sleep(afterMs);
  const isInTheMiddle = !isOver;
  await strike(installation, victim, pidOf(work, random));
  await installation.ready();
  await ended;
  if (!waitsForLeases) await endLeases(installation);
  const faults = [...(await work.check()), ...(await leftovers(installation))];
  return { number, job: job.name, victim, afterMs, isInTheMiddle, faults };
}

/** The app is whoever does the work: beside a command, at chance, that or the server. Undefined: the server. */
function pidOf({ pid }: Underway, random: Random): number | undefined {
  return random() < SERVER_BESIDE ? undefined : pid;
}

async function strike(
  installation: Installation,
  victim: Victim,
  pid: number | undefined,
): Promise<void> {
  if (victim !== 'app') await installation.killDatabase();
  if (victim === 'database') return;
  if (pid === undefined) await installation.killApp();
  else killCommand(pid);
}

function killCommand(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Does a job's work once without killing anything. @returns how long it takes, in milliseconds */
export async function measure(
  installation: Installation,
  job: Job,
  random: Random,
): Promise<number> {
  if (job.needsServer) await installation.ready();
  const work = await job.begin(installation, 0, random);
  // What comes before is nothing to be killed in: a round waits for it.
  const startedAtMs = performance.now();
  await work.ended;
  const lastsMs = performance.now() - startedAtMs;
  await installation.ready();
  const faults = await work.check();
  if (faults.length > 0)
    throw new Error(`${job.name} fails without any kill: ${faults.join('; ')}`);
  return lastsMs;
}
