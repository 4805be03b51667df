import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '@/domain/eol/calendar';
import { type GrantedWaiver, WaiverSet } from '@/domain/waiver/set';
import { actionDays, actionToday, verdictOn } from './dated-rules';
import { evaluate, overallChanges, rulesFor, type JudgedCycle } from './evaluate';
import {
  CLAUSE_ACTIONS,
  POLICY_ACTIONS,
  worstAction,
  type EolPolicy,
  type PolicyAction,
} from './policy';
import { asToldOn, PolicySet } from './set';
import {
  scannerDifference,
  scannerRulesByPlace,
  unseenDifference,
  type ScannedCycle,
} from './scanner-rules';
import { day, placeIn } from './testing/policies';
import { runStockScanner, stockAction } from './testing/stock-scanner';

const today = day('2026-11-21');
const someDay = fc.integer({ min: -4_000, max: 4_000 }).map((days) => addDays(today, days));
const days = fc.oneof(fc.constantFrom(0, 1, 3_650), fc.integer({ min: 0, max: 3_650 }));
const version = fc.constantFrom('5', '6', '6.2', '7', '7.0.1');
const product = fc.constantFrom('Redis', 'Node.js');

const policy: fc.Arbitrary<EolPolicy> = fc.record({
  id: fc.uuid(),
  scope: fc.constantFrom('global', 'project', 'software'),
  warnOn: fc.option(someDay),
  denyOn: fc.option(someDay),
  warnDays: fc.option(days),
  denyDays: fc.option(fc.oneof(days, fc.integer({ min: -3_650, max: -1 }))),
  deniesFrom: fc.option(someDay),
  projectName: fc.constantFrom('shop', 'billing'),
  productName: product,
  cycle: version,
  cycleOperator: fc.constantFrom('LT', 'LTE', 'EQ'),
  onlyRunning: fc.boolean(),
  denyEstimates: fc.boolean(),
  deprecated: fc.constantFrom(null, ...CLAUSE_ACTIONS),
  stale: fc.constantFrom(null, ...CLAUSE_ACTIONS),
});
const policies = fc.array(policy, { maxLength: 8 });

const known: fc.Arbitrary<ScannedCycle> = fc
  .record({ productName: product, cycle: version, eolOn: someDay })
  .map((cycle) => ({
    ...cycle,
    eolOnKnown: true,
    scannerEolOn: cycle.eolOn,
    scannerEnded: false,
    scannerEolIsPlain: true,
  }));
const anyCycle: fc.Arbitrary<JudgedCycle> = fc.oneof(
  known,
  known.map((cycle) => ({ ...cycle, eolOn: null, eolOnKnown: false })),
  known.map((cycle) => ({ ...cycle, eolOn: addDays(today, -3), eolOnKnown: false })),
);

/** Images that run, so that each policy counts. */
const HERE = placeIn('shop', true);
const actionOn = (cycle: JudgedCycle, given: readonly EolPolicy[], on = today): PolicyAction =>
  evaluate([cycle], new PolicySet(given), HERE, on).action;
const rank = (action: PolicyAction) => POLICY_ACTIONS.indexOf(action);

test('the whole is as bad as its worst part, in any order', () => {
  fc.assert(
    fc.property(fc.array(anyCycle), policies, (cycles, given) => {
      const { action, verdicts } = evaluate(cycles, new PolicySet(given), HERE, today);
      expect(action).toBe(worstAction(cycles.map((cycle) => actionOn(cycle, given))));
      expect(verdicts.map(({ cycle }) => cycle)).toEqual(cycles);
    }),
  );
});

test('under one policy it never gets milder: as days pass, as days are added, as the end draws nearer', () => {
  const later = fc.integer({ min: 0, max: 4_000 });
  fc.assert(
    fc.property(anyCycle, policy, later, (cycle, given, more) => {
      const now = rank(actionOn(cycle, [given]));
      expect(rank(actionOn(cycle, [given], addDays(today, more)))).toBeGreaterThanOrEqual(now);
      const earlier = {
        ...given,
        warnDays: given.warnDays === null ? null : Math.min(given.warnDays + more, 3_650),
        denyDays: given.denyDays === null ? null : Math.min(given.denyDays + more, 3_650),
      };
      expect(rank(actionOn(cycle, [earlier]))).toBeGreaterThanOrEqual(now);
      if (cycle.eolOn === null || !cycle.eolOnKnown) return;
      const sooner = { ...cycle, eolOn: addDays(cycle.eolOn, -more) };
      expect(rank(actionOn(sooner, [given]))).toBeGreaterThanOrEqual(now);
    }),
  );
});

test('the changes announced are those that a later evaluation finds, and no others', () => {
  const later = fc.integer({ min: 1, max: 9_000 }).map((count) => addDays(today, count));
  fc.assert(
    fc.property(anyCycle, policies, later, (cycle, given, on) => {
      const [verdict] = evaluate([cycle], new PolicySet(given), HERE, today).verdicts;
      const announced = verdict?.nextChanges.filter((change) => change.on <= on).at(-1)?.action;
      expect(actionOn(cycle, given, on)).toBe(announced ?? verdict?.verdict.action);
    }),
  );
});

test('the first days with each action are those that going through all days finds', () => {
  const soon = fc.integer({ min: 0, max: 40 });
  const [warn, deny, start] = [fc.option(soon), fc.option(soon), fc.option(soon)];
  const nearPolicy = fc.record({ policy, warn, deny, start });
  fc.assert(
    fc.property(anyCycle, fc.array(nearPolicy, { maxLength: 6 }), (cycle, near) => {
      const at = (days: number | null) => (days === null ? null : addDays(today, days - 5));
      const given = near.map(({ policy: one, ...days }) => ({
        ...one,
        warnDays: null,
        denyDays: null,
        ...{ warnOn: at(days.warn), denyOn: at(days.deny), deniesFrom: at(days.start) },
      }));
      const all = Array.from({ length: 40 }, (_, number) => addDays(today, number));
      const firstWith = (action: PolicyAction) =>
        all.find((on) => actionOn(cycle, given, on) === action) ?? null;
      const rules = rulesFor(cycle, new PolicySet(given), HERE);
      const found = actionDays(rules, today);
      expect(found).toEqual({ deniedOn: firstWith('DENY'), warnedOn: firstWith('WARN') });
      expect(actionToday(found, today)).toBe(actionOn(cycle, given));
    }),
  );
});

test('a cycle without a known end is never denied by days, one that ended on an unknown day never at all', () => {
  fc.assert(
    fc.property(known, policies, (cycle, given) => {
      const byDays = given.map((one) => ({ ...one, denyOn: null }));
      expect(actionOn({ ...cycle, eolOn: null, eolOnKnown: false }, byDays)).not.toBe('DENY');
      const endedSometime = { ...cycle, eolOn: addDays(today, -3), eolOnKnown: false };
      expect(actionOn(endedSometime, given)).not.toBe('DENY');
    }),
  );
});

test('where an image does not run, policies for what runs are as good as none; where it does, as all others', () => {
  const judgeIn = (runs: boolean) => (cycle: JudgedCycle, given: readonly EolPolicy[]) =>
    evaluate([cycle], new PolicySet(given), placeIn('shop', runs), today).verdicts.map(
      ({ verdict: { action, decision }, nextChanges }) => [
        action,
        decision?.policy.id,
        nextChanges,
      ],
    );
  const [running, resting] = [judgeIn(true), judgeIn(false)];
  fc.assert(
    fc.property(anyCycle, policies, (cycle, given) => {
      const others = given.filter(({ onlyRunning }) => !onlyRunning);
      expect(resting(cycle, given)).toEqual(running(cycle, others));
      const always = given.map((one) => ({ ...one, onlyRunning: false }));
      expect(running(cycle, given)).toEqual(running(cycle, always));
    }),
  );
});

test('before the day from which a policy denies it only warns; from then on it is as if it had always denied', () => {
  fc.assert(
    fc.property(anyCycle, policy, someDay, (cycle, given, on) => {
      const plain = actionOn(cycle, [{ ...given, deniesFrom: null }], on);
      const warning = actionOn(cycle, [{ ...given, denyDays: null, denyOn: null }], on);
      const isStarted = given.deniesFrom === null || on >= given.deniesFrom;
      expect(actionOn(cycle, [given], on)).toBe(isStarted ? plain : warning);
    }),
  );
});

test('a policy that covers nothing here changes nothing', () => {
  const foreign = policy.map(
    (one) => ({ ...one, scope: 'project', projectName: 'other' }) as const,
  );
  fc.assert(
    fc.property(anyCycle, policies, foreign, (cycle, given, other) => {
      expect(actionOn(cycle, [...given, other])).toBe(actionOn(cycle, given));
    }),
  );
});

const asMatch = ({ productName, cycle, ...sent }: ScannedCycle) => ({
  productName,
  cycle,
  eol: sent.scannerEolOn ?? (sent.scannerEolIsPlain ? day('0001-01-01') : ('' as const)),
  eolBool: sent.scannerEnded,
});
/** What a scanner is sent on a day. */
const toldOf = (given: readonly EolPolicy[], on = today) =>
  given.flatMap((one) => asToldOn(one, on) ?? []);
const noon = (on: string) => new Date(`${on}T12:00:00Z`);

test('on one cycle with a known date a stock scanner decides the same', () => {
  fc.assert(
    fc.property(known, policies, (cycle, all) => {
      const given = toldOf(all);
      const stock = runStockScanner(given, [asMatch(cycle)], 'shop', noon(today));
      expect(actionOn(cycle, given)).toBe(stockAction(stock));
    }),
  );
});

test('a scanner that does not find a cycle differs from the first day on which this service acts', () => {
  const later = fc.integer({ min: 0, max: 9_000 }).map((count) => addDays(today, count));
  fc.assert(
    fc.property(anyCycle, policies, later, (cycle, given, on) => {
      const rules = rulesFor(cycle, new PolicySet(given), HERE);
      const difference = unseenDifference(actionDays(rules, today));
      if (difference) expect(actionOn(cycle, given, difference.on)).toBe(difference.ours);
      if (!difference || on < difference.on) expect(actionOn(cycle, given, on)).toBe('ALLOW');
    }),
  );
});

test('of every cycle by itself the foreseen difference is the one that a stock scanner shows', () => {
  const scanned: fc.Arbitrary<ScannedCycle> = fc
    .record({
      cycle: anyCycle,
      scannerEolOn: fc.option(someDay),
      scannerEnded: fc.boolean(),
      isPlain: fc.boolean(),
    })
    .map(({ cycle, isPlain, ...scanner }) => {
      return { ...cycle, ...scanner, scannerEolIsPlain: isPlain || scanner.scannerEolOn !== null };
    });
  const later = fc.integer({ min: 0, max: 9_000 }).map((count) => addDays(today, count));
  fc.assert(
    fc.property(scanned, policies, later, (cycle, given, on) => {
      const set = new PolicySet(given);
      const ours = rulesFor(cycle, set, HERE);
      const scanners = scannerRulesByPlace(cycle, set)(HERE);
      const difference = scannerDifference(cycle, ours, scanners, today);
      const stockOn = (at: string) =>
        stockAction(runStockScanner(toldOf(given, day(at)), [asMatch(cycle)], 'shop', noon(at)));
      if (difference) {
        expect(stockOn(difference.on)).toBe(difference.scanner);
        expect(actionOn(cycle, given, difference.on)).toBe(difference.ours);
      }
      if (!difference || on < difference.on) expect(stockOn(on)).toBe(actionOn(cycle, given, on));
    }),
  );
});

const waiver: fc.Arbitrary<GrantedWaiver> = fc.record({
  id: fc.uuid(),
  scope: fc.constantFrom('organization' as const, 'project' as const),
  projectName: fc.constantFrom('shop', 'billing'),
  teamId: fc.constant(null),
  imageName: fc.constant(null),
  imageTag: fc.constant(null),
  productName: product,
  cycle: version,
  endsOn: someDay,
});

test('a waiver allows what it covers to its last day, and changes nothing else', () => {
  fc.assert(
    fc.property(anyCycle, policies, fc.array(waiver), someDay, (cycle, given, waivers, on) => {
      const set = new WaiverSet(waivers);
      const plain = verdictOn(rulesFor(cycle, new PolicySet(given), HERE), on).action;
      const waived = verdictOn(rulesFor(cycle, new PolicySet(given, set), HERE), on).action;
      expect(waived).toBe(set.covering(cycle, HERE, on) ? 'ALLOW' : plain);
      const [verdict] = evaluate([cycle], new PolicySet(given, set), HERE, on).verdicts;
      expect(verdict?.verdict.action).toBe(waived);
      if (verdict?.waived) expect(verdict.waived.verdict.action).toBe(plain);
    }),
  );
});

test('the whole changes on the days on which its worst part does', () => {
  fc.assert(
    fc.property(policies, fc.array(anyCycle, { maxLength: 6 }), (given, cycles) => {
      const set = new PolicySet(given);
      const whole = evaluate(cycles, set, placeIn('shop'), today);
      const days = whole.verdicts.flatMap(({ nextChanges }) => nextChanges.map(({ on }) => on));
      let current = whole.action;
      const expected = [...new Set(days)].sort().flatMap((on) => {
        const action = worstAction(
          cycles.map((cycle) => verdictOn(rulesFor(cycle, set, placeIn('shop')), on).action),
        );
        if (action === current) return [];
        current = action;
        return [{ on, action }];
      });
      expect(overallChanges(whole)).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});

test('the whole of as many parts as an image may have, each with days of its own, is told in no time', () => {
  const verdicts = Array.from({ length: 100_000 }, (_, index) => ({
    verdict: { action: 'ALLOW' as const, decision: null },
    nextChanges: [
      { on: addDays(today, index + 1), action: 'WARN' as const },
      { on: addDays(today, index + 90), action: 'DENY' as const },
    ],
  }));
  expect(overallChanges({ action: 'ALLOW', verdicts })).toEqual([
    { on: addDays(today, 1), action: 'WARN' },
    { on: addDays(today, 90), action: 'DENY' },
  ]);
});
