import { VICTIMS, type Victim } from './job';

/** Rounds that `npm run test:kills` makes unless it is told otherwise: enough that each victim in each job is once waited for. */
export const TIMES = 500;

/**
 * Of so many rounds of a job, the last waits until leases end by themselves. It has no divisor in common with how many
 * victims there are: so the waiting falls on each of them in turn, and in one of so many rounds of each.
 */
export const WAITS_EVERY = 16;

/** What a round is to be, before anything of it is done. */
export interface Choice {
  /** The place of its job among the jobs. */
  readonly job: number;
  readonly victim: Victim;
  /** Whether leases of what was killed are waited for, and not ended by hand. */
  readonly waitsForLeases: boolean;
}

/**
 * Chooses what a round is. Rounds take the jobs in turns, and each job the victims.
 * @param number of the round, from 1
 * @param jobs how many there are
 */
export function choiceOf(number: number, jobs: number): Choice {
  const turn = Math.floor(number / jobs);
  const victim = VICTIMS[turn % VICTIMS.length];
  if (!victim) throw new RangeError(`There is no round ${String(number)} of ${String(jobs)} jobs`);
  return { job: number % jobs, victim, waitsForLeases: turn % WAITS_EVERY === WAITS_EVERY - 1 };
}
