import { describe, expect, it } from 'vitest';
import { type Choice, choiceOf, TIMES, WAITS_EVERY } from './choice';
import { JOBS, VICTIMS } from './job';

const chosen = (times: number, jobs: number) =>
  Array.from({ length: times }, (_, at) => choiceOf(at + 1, jobs));
const nameOf = ({ job, victim }: Choice) => `${String(job)} ${victim}`;
const everyOne = JOBS.flatMap((_, job) => VICTIMS.map((victim) => `${String(job)} ${victim}`));

describe('the rounds of a trial', () => {
  it('kill each victim in each job equally often, but for one round', () => {
    const counts = everyOne.map(
      (name) => chosen(TIMES, JOBS.length).filter((one) => nameOf(one) === name).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('wait for leases with each victim in each job', () => {
    const waiting = chosen(TIMES, JOBS.length).filter(({ waitsForLeases }) => waitsForLeases);
    expect(waiting.map(nameOf).toSorted()).toEqual(everyOne.toSorted());
  });

  it.each(VICTIMS)(
    'wait in one of so many with the victim %s, where there is one job',
    (victim) => {
      const own = chosen(WAITS_EVERY * VICTIMS.length * 4 - 1, 1).filter(
        (one) => one.victim === victim,
      );
      expect(own.filter(({ waitsForLeases }) => waitsForLeases)).toHaveLength(4);
    },
  );

  it('do not wait one after the other', () => {
    const waiting = chosen(1_000, 1).flatMap(({ waitsForLeases }, at) =>
      waitsForLeases ? [at] : [],
    );
    expect(Math.min(...waiting.slice(1).map((at, n) => at - (waiting[n] ?? 0)))).toBe(WAITS_EVERY);
  });
});
