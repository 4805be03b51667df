import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import {
  addRemoved,
  cutoffsOf,
  hasRemoved,
  KEEP_EVERYTHING,
  NOTHING_REMOVED,
  REMOVED_KINDS,
  removesAnything,
} from './rules';

const today = parseDay('2026-03-31');

test('without rules everything stays', () => {
  expect(today).not.toBeNull();
  if (today === null) return;
  expect(new Set(Object.values(cutoffsOf(KEEP_EVERYTHING, today)))).toEqual(new Set([null]));
  expect(removesAnything(KEEP_EVERYTHING)).toBe(false);
});

test('days are whole days by UTC, today not among them', () => {
  if (today === null) throw new Error('no day');
  const cutoffs = cutoffsOf({ ...KEEP_EVERYTHING, scanDays: 31, auditDays: 365 }, today);
  expect(cutoffs.scanDays).toEqual(new Date('2026-02-28T00:00:00Z'));
  expect(cutoffs.auditDays).toEqual(new Date('2025-03-31T00:00:00Z'));
  expect(cutoffs.sbomDays).toBeNull();
});

test.each([
  'scanDays',
  'sbomDays',
  'historyDays',
  'refusedDays',
  'messageDays',
  'auditDays',
] as const)('a rule for %s alone removes something', (rule) => {
  expect(removesAnything({ ...KEEP_EVERYTHING, [rule]: 400 })).toBe(true);
});

test.each(REMOVED_KINDS)('%s are added up, and are something', (kind) => {
  const sum = addRemoved(addRemoved(NOTHING_REMOVED, { [kind]: 2 }), {
    [kind]: 3,
    document_bytes: 7,
  });
  expect(sum).toEqual({ ...NOTHING_REMOVED, [kind]: 5, document_bytes: 7 });
  expect([hasRemoved(NOTHING_REMOVED), hasRemoved(sum)]).toEqual([false, true]);
});
