import { describe, expect, it } from 'vitest';
import { KEEP_EVERYTHING } from '@/domain/retention/rules';
import { daysError, fieldsOf, historyError, newestError, rulesIn, wordFor } from './values';

const kept = fieldsOf(KEEP_EVERYTHING);
const on = (days: string) => ({ isOn: true, days });

describe('rules in fields', () => {
  it('are read as they were written', () => {
    const rules = {
      ...KEEP_EVERYTHING,
      scanDays: 90,
      historyDays: 400,
      auditDays: 365,
      newestScans: 2,
    };
    expect(rulesIn(fieldsOf(rules))).toEqual(rules);
    expect(rulesIn(kept)).toEqual(KEEP_EVERYTHING);
  });

  it.each([
    ['auditDays', '364'],
    ['scanDays', '29'],
    ['messageDays', '91'],
    ['refusedDays', ''],
    ['sbomDays', '1e3'],
  ] as const)('are refused with %s of %j', (rule, days) => {
    expect(daysError(rule, on(days))).toContain('days');
    expect(daysError(rule, { isOn: false, days })).toBeNull();
    expect(rulesIn({ ...kept, [rule]: on(days) })).toBeNull();
  });

  it('keep a scan, and scans no longer than history', () => {
    expect(newestError('0')).toBe('From 1 to 1000 scans');
    expect(historyError({ ...kept, historyDays: on('400') })).toContain('turn these on');
    expect(historyError({ ...kept, scanDays: on('500'), historyDays: on('400') })).toContain(
      'Not fewer',
    );
    expect(historyError({ ...kept, scanDays: on('400'), historyDays: on('400') })).toBeNull();
  });
});

it('what goes is typed where it is much, or of the trail', () => {
  const scans = (rows: number) => ({ rows, kinds: [{ kind: 'scans', rows }] });
  expect([wordFor(scans(99)), wordFor(scans(100))]).toEqual([null, '100']);
  expect(wordFor({ rows: 1, kinds: [{ kind: 'audit_events', rows: 1 }] })).toBe('1');
});
