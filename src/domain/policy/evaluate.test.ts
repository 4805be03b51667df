import { describe, expect, test } from 'vitest';
import { evaluate, type JudgedCycle } from './evaluate';
import { explain } from './violation';
import type { EolPolicy } from './policy';
import { PolicySet } from './set';
import { day, placeIn, policyOf, redis, redisPolicy } from './testing/policies';

const today = day('2026-11-21');
const ended = redis('6', '2026-11-01');

function judge(policies: EolPolicy[], cycle: JudgedCycle = ended, project = 'shop', runs = false) {
  const place = placeIn(project, runs);
  const { action, verdicts } = evaluate([cycle], new PolicySet(policies), place, today);
  const [only] = verdicts;
  return {
    action,
    policyId: only?.verdict.decision?.policy.id,
    on: only?.verdict.decision?.on,
    changes: only?.nextChanges,
    why: only && explain(only.cycle, only.verdict),
  };
}

describe('one policy', () => {
  test('none allows', () => {
    expect(judge([])).toMatchObject({ action: 'ALLOW', changes: [], why: null });
  });

  test('days after the end are told as that, and a day from which it denies as the reason', () => {
    expect(judge([policyOf({ denyDays: -20 })])).toMatchObject({
      ...{ action: 'DENY', on: '2026-11-21' },
      why: 'Redis 6 is denied from 2026-11-21 on by the policy for all software: 20 days after its end of life on 2026-11-01.',
    });
    const started = policyOf({ warnDays: 0, denyDays: 0, deniesFrom: day('2026-11-20') });
    expect(judge([started])).toMatchObject({
      ...{ action: 'DENY', on: '2026-11-20' },
      why: 'Redis 6 is denied from 2026-11-20 on by the policy for all software: it denies from that day on.',
    });
    expect(judge([{ ...started, deniesFrom: day('2026-11-22') }])).toMatchObject({
      ...{ action: 'WARN', changes: [{ on: '2026-11-22', action: 'DENY' }] },
    });
  });

  test('days are counted back from the end, and replace the date', () => {
    const policy = policyOf({ denyDays: 10, denyOn: day('2027-01-01') });
    expect(judge([policy])).toMatchObject({ action: 'DENY', on: '2026-10-22' });
    const later = redis('7', '2026-12-05');
    expect(judge([policy], later)).toMatchObject({
      action: 'ALLOW',
      changes: [{ on: '2026-11-25', action: 'DENY' }],
    });
  });

  test('days after the last day of the calendar, which stands for support without end, deny nothing today', () => {
    const late = redis('9', '9999-12-31');
    const policy = policyOf({ warnDays: -10, denyDays: -30 });
    expect(judge([policy], late)).toMatchObject({
      ...{ action: 'ALLOW', changes: [{ on: '9999-12-31', action: 'DENY' }] },
    });
    // As far as the counted days still are days of the calendar, they are what they were.
    expect(judge([policyOf({ denyDays: 30 })], late).changes).toEqual([
      { on: '9999-12-01', action: 'DENY' },
    ]);
  });

  test('applies from its day on', () => {
    expect(judge([policyOf({ denyOn: today })]).action).toBe('DENY');
    expect(judge([policyOf({ denyOn: day('2026-11-22') })]).action).toBe('ALLOW');
  });

  test('a date judges software that is supported, too', () => {
    const supported = redis('8', '2030-01-01');
    expect(judge([policyOf({ denyOn: today })], supported).action).toBe('DENY');
    expect(judge([policyOf({ denyOn: today })], redis('8', null)).action).toBe('DENY');
  });

  test('warns first and denies then', () => {
    const policy = policyOf({ warnDays: 90, denyDays: 0 });
    expect(judge([policy], redis('7', '2026-12-24'))).toEqual({
      action: 'WARN',
      policyId: policy.id,
      on: '2026-09-25',
      changes: [{ on: '2026-12-24', action: 'DENY' }],
      why: 'Redis 7 is warned about from 2026-09-25 on by the policy for all software: 90 days before its end of life on 2026-12-24.',
    });
  });

  test('says why', () => {
    expect(judge([policyOf({ denyDays: 1 })]).why).toBe(
      'Redis 6 is denied from 2026-10-31 on by the policy for all software: 1 day before its end of life on 2026-11-01.',
    );
    expect(judge([redisPolicy('LT', '7', { denyOn: today })]).why).toBe(
      'Redis 6 is denied from 2026-11-21 on by the policy for Redis before 7.',
    );
    expect(judge([policyOf({ scope: 'project', projectName: 'shop', denyDays: 0 })]).why).toBe(
      'Redis 6 is denied from 2026-11-01 on by the policy for the project shop: from its end of life on 2026-11-01.',
    );
  });
});

describe('several policies', () => {
  const warnAll = policyOf({ warnOn: today });
  const denyShop = policyOf({ scope: 'project', projectName: 'shop', denyOn: today });
  const warnRedis = redisPolicy('LTE', '6', { warnOn: today });

  test('decide from software over project to global, however they are listed', () => {
    expect(judge([warnAll, denyShop, warnRedis]).policyId).toBe(warnRedis.id);
    expect(judge([warnRedis, denyShop, warnAll]).policyId).toBe(warnRedis.id);
    expect(judge([warnAll, denyShop]).policyId).toBe(denyShop.id);
  });

  test('that do not apply yet shadow nothing', () => {
    const later = redisPolicy('EQ', '6', { warnOn: day('2027-01-01'), denyOn: day('2027-06-01') });
    expect(judge([later, denyShop])).toMatchObject({
      action: 'DENY',
      policyId: denyShop.id,
      changes: [
        { on: '2027-01-01', action: 'WARN' },
        { on: '2027-06-01', action: 'DENY' },
      ],
    });
  });

  test('of one scope: the newest decides', () => {
    const denyAll = policyOf({ denyOn: today });
    expect(judge([warnAll, denyAll]).policyId).toBe(denyAll.id);
    expect(judge([denyAll, warnAll]).policyId).toBe(warnAll.id);
  });

  test('are about the project to the letter, and the product', () => {
    expect(judge([denyShop], ended, 'Shop').action).toBe('ALLOW');
    expect(judge([denyShop], ended, 'github//acme/shop').action).toBe('ALLOW');
    expect(judge([warnRedis], { ...ended, productName: 'redis' }).action).toBe('ALLOW');
    expect(judge([warnRedis], redis('six', '2026-01-01')).action).toBe('ALLOW');
  });
});

describe('each cycle is judged on its own', () => {
  test('a warning on one never hides a denial on another', () => {
    const policies = [redisPolicy('EQ', '7', { warnOn: today }), policyOf({ denyDays: 0 })];
    const cycles = [redis('7', '2027-01-01'), redis('6', '2020-01-01')];
    const { action, verdicts } = evaluate(cycles, new PolicySet(policies), placeIn('shop'), today);
    expect(verdicts.map(({ verdict }) => verdict.action)).toEqual(['WARN', 'DENY']);
    expect(action).toBe('DENY');
  });

  test('no known end: days never apply, a date does', () => {
    const unknown = redis('8', null);
    expect(judge([policyOf({ warnDays: 90, denyDays: 0 })], unknown).action).toBe('ALLOW');
    expect(judge([policyOf({ denyDays: 0, denyOn: today })], unknown).action).toBe('ALLOW');
    expect(judge([policyOf({ warnDays: 9, denyOn: today })], unknown).action).toBe('DENY');
  });

  test('ended on an unknown day: warned at most', () => {
    const unknown = redis('5', '2026-11-10', false);
    const policy = policyOf({ denyDays: 0 });
    expect(judge([policy], unknown)).toEqual({
      action: 'WARN',
      policyId: policy.id,
      on: '2026-11-10',
      changes: [],
      why: 'Redis 5 is warned about from 2026-11-10 on by the policy for all software: a cycle that ended on an unknown day is never denied.',
    });
    expect(judge([policyOf({ denyOn: today })], unknown).action).toBe('WARN');
    expect(judge([policyOf({ warnOn: day('2027-01-01') })], unknown)).toMatchObject({
      action: 'ALLOW',
      changes: [{ on: '2027-01-01', action: 'WARN' }],
    });
    expect(judge([policyOf({ warnDays: 3_650 })], unknown).why).toBe(
      'Redis 5 is warned about from 2026-11-10 on by the policy for all software: it has ended on an unknown day.',
    );
  });

  test('ended by an estimate: denied only where the policy says so', () => {
    const estimated = { ...redis('4.0', '2026-11-10', false), estimatedFrom: '5.0' };
    expect(judge([policyOf({ denyDays: 0 })], estimated)).toMatchObject({
      action: 'WARN',
      why: 'Redis 4.0 is warned about from 2026-11-10 on by the policy for all software: what has ended by an estimate is denied only where a policy says so.',
    });
    expect(judge([policyOf({ denyDays: 0, denyEstimates: true })], estimated)).toMatchObject({
      action: 'DENY',
      why: 'Redis 4.0 is denied from 2026-11-10 on by the policy for all software: it is older than 5.0, which has ended: an estimate.',
    });
    // What somebody says has ended on an unknown day is no estimate.
    const unknown = redis('5', '2026-11-10', false);
    expect(judge([policyOf({ denyDays: 0, denyEstimates: true })], unknown).action).toBe('WARN');
  });
});
