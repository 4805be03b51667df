import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fuzz/requests/sample';
import type { Choice } from './choice';
import { endLeases, leftovers } from './drained';
import type { Job, Underway, Victim } from './job';
import type { Installation } from './world';

/** How often the server is killed while a command works. */
const SERVER_BESIDE = 1 / 3;

/** What a strike was aimed at. */
export interface Strike {
  readonly target: 'server' | 'command' | 'database';
  /** Whether it was alive, and this was its end: a command may have ended by itself, a database may not be there yet. */
  readonly isHit: boolean;
}

/** One kill, and what was found after it. */
export interface Round {
  readonly number: number;
  readonly job: string;
  readonly victim: Victim;
  readonly waitsForLeases: boolean;
  readonly afterMs: number;
  /** Whether the work was under way, as was seen just before the strike: it may have ended in the moment between. */
  readonly isInTheMiddle: boolean;
  readonly strikes: readonly Strike[];
  /** The moments at which strikes hit nothing before this one: each was done again at another. */
  readonly missedAtMs: readonly number[];
  readonly faults: readonly string[];
}

export interface Planned extends Pick<Choice, 'victim' | 'waitsForLeases'> {
  readonly number: number;
  readonly job: Job;
  /** How long the work takes when nobody is killed. */
  readonly lastsMs: number;
  /** Tells this time from all others that the job's work is done. */
  readonly nth: number;
  readonly random: Random;
}

/** Lets a job's work go on for a while, kills, starts again, and looks. */
export async function kill(installation: Installation, planned: Planned): Promise<Round> {
  const { number, job, victim, lastsMs, nth, random, waitsForLeases } = planned;
  if (job.needsServer) await installation.ready();
  const work = await job.begin(installation, nth, random);
  let isOver = false;
  const ended = work.ended.then(() => {
    isOver = true;
  });
  // It is awaited below, and may fail before.
  ended.catch(() => undefined);
  const afterMs = Math.round(random() * lastsMs);
  await sleep(afterMs);
  const isInTheMiddle = !isOver;
  const strikes = await strike(installation, victim, commandOf(work, random));
  const look = async () => {
    await installation.ready();
    await ended;
    if (!waitsForLeases) await endLeases(installation);
    return [...(await work.check()), ...(await leftovers(installation))];
  };
  const faults = await look().catch((error: unknown) => [messageOf(error)]);
  const told = { number, job: job.name, victim, waitsForLeases, afterMs, isInTheMiddle };
  return { ...told, strikes, missedAtMs: [], faults };
}

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error);

/** The app is whoever does the work: beside a command, at chance, that or the server. Undefined: the server. */
function commandOf({ command }: Underway, random: Random): Underway['command'] {
  return random() < SERVER_BESIDE ? undefined : command;
}

async function strike(
  installation: Installation,
  victim: Victim,
  command: Underway['command'],
): Promise<Strike[]> {
  const database = async (): Promise<Strike> => ({
    ...{ target: 'database', isHit: await installation.killDatabase() },
  });
  const app = async (): Promise<Strike> =>
    command
      ? { target: 'command', isHit: await command.kill() }
      : { target: 'server', isHit: await installation.killApp() };
  switch (victim) {
    case 'app':
      return [await app()];
    case 'database':
      return [await database()];
    case 'both':
      return [await database(), await app()];
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
