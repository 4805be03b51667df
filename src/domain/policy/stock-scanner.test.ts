import { describe, expect, test } from 'vitest';
import { verdictOn } from './dated-rules';
import { evaluate } from './evaluate';
import type { EolPolicy, PolicyAction } from './policy';
import { PolicySet } from './set';
import { scannerRulesByPlace, type ScannedCycle } from './scanner-rules';
import { day, placeIn, policyOf, redisPolicy } from './testing/policies';
import { runStockScanner, stockAction } from './testing/stock-scanner';

const today = day('2026-11-21');

interface Case {
  readonly name: string;
  readonly policies: readonly EolPolicy[];
  /** Cycles of Redis in the scanner's order: name, effective end, and how the scanner sends it. */
  readonly cycles: readonly (readonly [
    cycle: string,
    end: string | null,
    sent?: Partial<ScannedCycle>,
  ])[];
  readonly ours: PolicyAction;
  readonly scanner: PolicyAction;
}

function cyclesOf({ cycles }: Case): ScannedCycle[] {
  return cycles.map(([cycle, end, sent]) => {
    const eolOn = end === null ? null : day(end);
    const facts = {
      eolOn,
      eolOnKnown: end !== null,
      scannerEolOn: eolOn,
      scannerEnded: false,
      scannerEolIsPlain: true,
    };
    return { productName: 'Redis', cycle, ...facts, ...sent };
  });
}

function decide(given: Case) {
  const cycles = cyclesOf(given);
  const matches = cycles.map(({ productName, cycle, ...sent }) => ({
    productName,
    cycle,
    eol: sent.scannerEolOn ?? (sent.scannerEolIsPlain ? day('0001-01-01') : ('' as const)),
    eolBool: sent.scannerEnded,
  }));
  const now = new Date(`${today}T12:00:00Z`);
  return {
    ours: evaluate(cycles, new PolicySet(given.policies), placeIn('shop'), today).action,
    scanner: stockAction(runStockScanner(given.policies, matches, 'shop', now)),
  };
}

const denyShop = { scope: 'project', projectName: 'shop' } as const;

describe('the service decides as a stock scanner does', () => {
  const same = (
    name: string,
    action: PolicyAction,
    policies: EolPolicy[],
    cycles: Case['cycles'],
  ) => ({ name, policies, cycles, ours: action, scanner: action }) satisfies Case;

  test.each([
    same('without policies', 'ALLOW', [], [['6', '2020-01-01']]),
    same('days back from the end', 'DENY', [policyOf({ denyDays: 0 })], [['6', '2026-11-21']]),
    same('not a day early', 'ALLOW', [policyOf({ denyDays: 0 })], [['6', '2026-11-22']]),
    same('days after the end', 'DENY', [policyOf({ denyDays: -30 })], [['6', '2026-10-22']]),
    same('not a day before', 'ALLOW', [policyOf({ denyDays: -30 })], [['6', '2026-10-23']]),
    same(
      'days replace the date',
      'ALLOW',
      [policyOf({ denyDays: 0, denyOn: today })],
      [['6', '2027-01-01']],
    ),
    same('a date judges everything', 'DENY', [policyOf({ denyOn: today })], [['8', '2030-01-01']]),
    same(
      'deny before warn',
      'DENY',
      [policyOf({ warnDays: 30, denyDays: 0 })],
      [['6', '2020-01-01']],
    ),
    same(
      'software before project',
      'WARN',
      [policyOf({ ...denyShop, denyDays: 0 }), redisPolicy('EQ', '6', { warnDays: 0 })],
      [['6', '2020-01-01']],
    ),
    same(
      'project before global',
      'DENY',
      [policyOf({ ...denyShop, denyDays: 0 }), policyOf({ warnDays: 0 })],
      [['6', '2020-01-01']],
    ),
    same(
      'what does not apply yet shadows nothing',
      'DENY',
      [redisPolicy('LT', '7', { warnOn: day('2027-01-01') }), policyOf({ denyDays: 0 })],
      [['6', '2020-01-01']],
    ),
    same(
      'of one scope the last listed decides',
      'WARN',
      [policyOf({ denyDays: 0 }), policyOf({ warnDays: 0 })],
      [['6', '2020-01-01']],
    ),
    same(
      'the project to the letter',
      'ALLOW',
      [policyOf({ ...denyShop, projectName: 'Shop', denyDays: 0 })],
      [['6', '2020-01-01']],
    ),
    same(
      'a cycle that is no version',
      'ALLOW',
      [redisPolicy('LTE', '9', { denyDays: 0 })],
      [['stable', '2020-01-01']],
    ),
    same(
      'the first day of the calendar, which is no date to either',
      'ALLOW',
      [policyOf({ denyOn: day('0001-01-01') })],
      [['6', '2020-01-01']],
    ),
    same(
      'no known end, sent as an empty text',
      'ALLOW',
      [policyOf({ denyDays: 1, warnDays: 30 })],
      [['8', null, { scannerEolIsPlain: false }]],
    ),
    same(
      'no known end, sent as an empty text: a date judges it',
      'DENY',
      [policyOf({ denyOn: today })],
      [['8', null, { scannerEolIsPlain: false }]],
    ),
    same(
      'ended, known to the scanner alone',
      'WARN',
      [policyOf({ denyDays: 0 })],
      [['6', '2026-11-01', { eolOnKnown: false, scannerEolOn: null, scannerEnded: true }]],
    ),
  ])('$name', (given) => {
    expect(decide(given)).toEqual({ ours: given.ours, scanner: given.scanner });
  });
});

describe('the service decides otherwise, on purpose', () => {
  const differences: Case[] = [
    {
      name: 'each cycle on its own: a warning on one does not hide the denial on another',
      policies: [redisPolicy('EQ', '7', { warnOn: today }), policyOf({ denyDays: 0 })],
      cycles: [
        ['7', '2027-01-01'],
        ['6', '2020-01-01'],
      ],
      ours: 'DENY',
      scanner: 'WARN',
    },
    {
      name: 'no known end: never denied by days',
      policies: [policyOf({ denyDays: 1 })],
      cycles: [['8', null]],
      ours: 'ALLOW',
      scanner: 'DENY',
    },
    {
      name: 'no known end: nor by days after it, which a scanner counts from the first day of the calendar',
      policies: [policyOf({ denyDays: -30 })],
      cycles: [['8', null]],
      ours: 'ALLOW',
      scanner: 'DENY',
    },
    {
      name: 'an end that the scanner sends as an empty text, and that is known here',
      policies: [policyOf({ denyDays: 0 })],
      cycles: [['6', '2020-01-01', { scannerEolOn: null, scannerEolIsPlain: false }]],
      ours: 'DENY',
      scanner: 'ALLOW',
    },
    {
      name: 'days never flip sign',
      policies: [policyOf({ denyDays: 3_651 })],
      cycles: [['7', '2026-12-01']],
      ours: 'DENY',
      scanner: 'ALLOW',
    },
    {
      name: 'ended by the scanner, with a date that is known here: denied like any other',
      policies: [policyOf({ denyDays: 0 })],
      cycles: [['6', '2020-01-01', { scannerEolOn: null, scannerEnded: true }]],
      ours: 'DENY',
      scanner: 'WARN',
    },
    {
      name: 'ended on an unknown day: not warned of by policies that do not cover it',
      policies: [policyOf({ ...denyShop, projectName: 'billing', denyDays: 0 })],
      cycles: [['6', '2026-11-01', { eolOnKnown: false, scannerEolOn: null, scannerEnded: true }]],
      ours: 'ALLOW',
      scanner: 'WARN',
    },
    {
      name: 'one date per cycle: the organization’s or the catalog’s before the scanner’s',
      policies: [policyOf({ denyDays: 0 })],
      cycles: [['6', '2028-01-01', { scannerEolOn: day('2020-01-01') }]],
      ours: 'ALLOW',
      scanner: 'DENY',
    },
  ];

  test('the preview decides on one cycle as the scanner does', () => {
    for (const given of differences.filter(({ cycles }) => cycles.length === 1)) {
      const set = new PolicySet(given.policies);
      if (given.policies.some(({ denyDays }) => (denyDays ?? 0) > 3_650)) continue;
      for (const cycle of cyclesOf(given)) {
        const scanners = scannerRulesByPlace(cycle, set)(placeIn('shop'));
        expect([given.name, verdictOn(scanners, today).action]).toEqual([
          given.name,
          given.scanner,
        ]);
      }
    }
  });

  test.each(differences)('$name', (given) => {
    expect(decide(given)).toEqual({ ours: given.ours, scanner: given.scanner });
  });
});
