import type { Round } from './rounds';

/** Whether a round says anything: something that lived was killed, or something was found all the same. */
export const isCounted = ({ strikes, faults }: Pick<Round, 'strikes' | 'faults'>) =>
  strikes.some(({ isHit }) => isHit) || faults.length > 0;

/** Says in a line what a round was, and what was found. */
export function lineOf(round: Round): string {
  const { number, job, victim, afterMs, isInTheMiddle, strikes, faults } = round;
  const when = `${isInTheMiddle ? 'in the middle of' : 'after'} ${job}, at ${String(afterMs)} ms`;
  if (!isCounted(round)) return `${String(number)}: ${victim} not there to be killed ${when}`;
  const missed = strikes.flatMap(({ target, isHit }) => (isHit ? [] : [`, but no ${target},`]));
  const found = faults.length === 0 ? 'well' : faults.join('; ');
  return `${String(number)}: ${victim} killed${missed.join('')} ${when}: ${found}`;
}

/** Says what a trial came to: a line for each job, and what all of it proves. */
export function summaryOf(rounds: readonly Round[]): string[] {
  const jobs = [...new Set(rounds.map(({ job }) => job))];
  return [
    ...jobs.map((job) => `${job}: ${countsOf(rounds.filter((round) => round.job === job))}`),
    `all: ${countsOf(rounds)}`,
    verdictOf(rounds),
  ];
}

function countsOf(rounds: readonly Round[]): string {
  const counted = rounds.filter(isCounted);
  const both = counted.filter(({ strikes }) => strikes.length > 1);
  const counts: readonly (readonly [count: number, what: string])[] = [
    [counted.length, 'kills'],
    [counted.filter(({ isInTheMiddle }) => isInTheMiddle).length, 'in the middle'],
    [counted.filter(({ faults }) => faults.length > 0).length, 'with faults'],
    [repeated(rounds), 'strikes repeated, as they hit nothing'],
    [both.filter(({ strikes }) => strikes.some(({ isHit }) => !isHit)).length, 'of both hit one'],
    [counted.filter(({ waitsForLeases }) => waitsForLeases).length, 'waited for leases'],
  ];
  return counts.map(([count, what]) => `${String(count)} ${what}`).join(', ');
}

const repeated = (rounds: readonly Round[]) =>
  rounds.reduce((sum, { missedAtMs }) => sum + missedAtMs.length, 0);

/** Whether there were rounds, all of them were kills, and nothing was found after any. */
export const isWell = (rounds: readonly Round[]) =>
  rounds.length > 0 && rounds.every((round) => isCounted(round) && round.faults.length === 0);

function verdictOf(rounds: readonly Round[]): string {
  if (rounds.some(({ faults }) => faults.length > 0)) return 'FAULTS';
  const missed = rounds.filter((round) => !isCounted(round)).length;
  const hitNothing = `${String(missed)} rounds hit nothing at any moment`;
  if (rounds.length === 0) return 'nothing was killed';
  if (missed === rounds.length) return `nothing was killed: ${hitNothing}`;
  const found = 'nothing lost, nothing half done, every queue empty';
  return missed === 0 ? found : `${found}; but ${hitNothing}`;
}
