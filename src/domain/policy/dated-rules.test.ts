import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '@/domain/eol/calendar';
import {
  actionAt,
  calendarOf,
  type DatedRule,
  emptyCalendar,
  joinInto,
  verdictOn,
} from './dated-rules';
import type { EolPolicy } from './policy';

const today = '2026-11-21' as Day; // a literal that is a calendar day
const span = { first: today, days: 367 };

const policy = (id: string): EolPolicy => ({
  id,
  scope: 'global',
  warnOn: null,
  denyOn: null,
  warnDays: null,
  denyDays: null,
  deniesFrom: null,
  projectName: null,
  productName: null,
  cycle: null,
  cycleOperator: null,
  onlyRunning: false,
  denyEstimates: false,
  deprecated: null,
  stale: null,
});

/** A rule that applies so many days from today on. */
function rule(warn: number | null, deny: number | null, id = 'a'): DatedRule {
  const decision = (days: number | null) =>
    days === null
      ? null
      : { policy: policy(id), on: addDays(today, days), rule: 'days' as const, isSoftened: false };
  return { warn: decision(warn), deny: decision(deny) };
}

describe('calendarOf', () => {
  test.each([
    [[rule(-10, 31)]],
    [[rule(32, 64)]],
    [[rule(0, 366)]],
    [[rule(366, null)]],
    [[rule(40, null, 'a'), rule(-5, 20, 'b')]],
    [[rule(null, 400)]],
  ])('says on each day what the verdict of that day is', (rules) => {
    const calendar = calendarOf(rules, span) ?? emptyCalendar(span);
    for (let day = 0; day < span.days; day += 1) {
      expect([day, actionAt(calendar, day)]).toEqual([
        day,
        verdictOn(rules, addDays(today, day)).action,
      ]);
    }
  });

  test('is null when nothing happens in the span', () => {
    expect(calendarOf([], span)).toBeNull();
    expect(calendarOf([rule(367, 400)], span)).toBeNull();
  });

  test('leaves out what does not count', () => {
    const rules = [rule(10, null, 'a'), rule(0, null, 'b')];
    const calendar = calendarOf(rules, span, (decision) => decision.policy.id === 'b');
    expect([0, 9, 10].map((day) => calendar && actionAt(calendar, day))).toEqual([
      'WARN',
      'WARN',
      'ALLOW',
    ]);
  });
});

test('joined, the worst of all counts, and nothing of what was there before', () => {
  const target = emptyCalendar(span);
  const [warned, denied] = [calendarOf([rule(0, null)], span), calendarOf([rule(null, 5)], span)];
  expect(joinInto(target, [warned ?? target, denied ?? target])).toBe(true);
  expect([0, 4, 5].map((day) => actionAt(target, day))).toEqual(['WARN', 'WARN', 'DENY']);
  expect(joinInto(target, [])).toBe(false);
  expect(actionAt(target, 5)).toBe('ALLOW');
});
