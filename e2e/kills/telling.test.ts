import { describe, expect, it } from 'vitest';
import type { Round, Strike } from './rounds';
import { isCounted, isWell, lineOf, summaryOf } from './telling';

const struck = (target: Strike['target'], isHit: boolean): Strike => ({ target, isHit });
const roundOf = (more: Partial<Round> = {}): Round => ({
  ...{ number: 7, job: 'migration', victim: 'database', waitsForLeases: false, afterMs: 40 },
  ...{ isInTheMiddle: true, strikes: [struck('database', true)], missedAtMs: [], faults: [] },
  ...more,
});
const missed = roundOf({ strikes: [struck('database', false)] });
const half = roundOf({
  victim: 'both',
  strikes: [struck('database', false), struck('server', true)],
});

describe('a round', () => {
  it('that hit nothing is not counted, unless it found something', () => {
    expect([roundOf(), half, missed].map(isCounted)).toEqual([true, true, false]);
    expect(isCounted({ ...missed, faults: ['a row is lost'] })).toBe(true);
  });

  it.each<[string, Round, string]>([
    ['of one', roundOf(), '7: database killed in the middle of migration, at 40 ms: well'],
    [
      'of both that hit one',
      half,
      '7: both killed, but no database, in the middle of migration, at 40 ms: well',
    ],
    [
      'with faults',
      roundOf({ isInTheMiddle: false, faults: ['one', 'two'] }),
      '7: database killed after migration, at 40 ms: one; two',
    ],
    [
      'that hit nothing',
      missed,
      '7: database not there to be killed in the middle of migration, at 40 ms',
    ],
  ])('%s is told so', (_what, round, line) => {
    expect(lineOf(round)).toBe(line);
  });
});

describe('the summary', () => {
  it('counts kills, those in the middle, and strikes that were repeated', () => {
    const rounds = [
      roundOf({ missedAtMs: [1, 2] }),
      half,
      roundOf({ job: 'backup', isInTheMiddle: false, waitsForLeases: true }),
    ];
    expect(summaryOf(rounds)).toEqual([
      'migration: 2 kills, 2 in the middle, 0 with faults, 2 strikes repeated, as they hit nothing, 1 of both hit one, 0 waited for leases',
      'backup: 1 kills, 0 in the middle, 0 with faults, 0 strikes repeated, as they hit nothing, 0 of both hit one, 1 waited for leases',
      'all: 3 kills, 2 in the middle, 0 with faults, 2 strikes repeated, as they hit nothing, 1 of both hit one, 1 waited for leases',
      'nothing lost, nothing half done, every queue empty',
    ]);
    expect(isWell(rounds)).toBe(true);
  });

  it('does not count a round that hit nothing at any moment, and says so', () => {
    const lines = summaryOf([roundOf(), { ...missed, missedAtMs: [3] }]);
    expect(lines.at(-2)).toMatch(/^all: 1 kills, 1 in the middle, .* 1 strikes repeated/);
    expect(lines.at(-1)).toMatch(/but 1 rounds hit nothing/);
    expect(isWell([roundOf(), missed])).toBe(false);
  });

  it.each<[string, Round[], string]>([
    ['there was no round', [], 'nothing was killed'],
    [
      'every round hit nothing',
      [missed, missed],
      'nothing was killed: 2 rounds hit nothing at any moment',
    ],
  ])('claims nothing, and is not well, where %s', (_why, rounds, verdict) => {
    expect(summaryOf(rounds).at(-2)).toMatch(/^all: 0 kills/);
    expect(summaryOf(rounds).at(-1)).toBe(verdict);
    expect(isWell(rounds)).toBe(false);
  });

  it('tells of faults', () => {
    const rounds = [roundOf({ faults: ['a row is lost'] })];
    expect(summaryOf(rounds).at(-1)).toBe('FAULTS');
    expect(isWell(rounds)).toBe(false);
  });
});
