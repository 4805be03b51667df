import { expect, test } from 'vitest';
import { day } from '@/domain/policy/testing/policies';
import { canStartLater, warningUntil } from './values';
import { bodyOf, fieldsOf, NEW_FORM, type EolForm } from '@/features/policy/form/eol/values';

const today = day('2026-11-26');
const start = day('2026-12-26');
const body = (form: Partial<EolForm>) => bodyOf(fieldsOf({ ...NEW_FORM, ...form }));
const never = { kind: 'never', days: '', date: '' } as const;
const end = { ...never, kind: 'end' } as const;

test('what is denied today can begin later; what denies nothing, or begins later anyway, cannot', () => {
  expect(canStartLater(body({ deny: end }), today)).toBe(true);
  expect(canStartLater(body({ deny: { ...never, kind: 'after', days: '3' } }), today)).toBe(true);
  expect(canStartLater(body({}), today)).toBe(false);
  const later = { isLater: true, date: '2027-01-01' };
  expect(canStartLater(body({ deny: end, start: later }), today)).toBe(false);
  const since = { isLater: true, date: '2026-11-26' };
  expect(canStartLater(body({ deny: end, start: since }), today)).toBe(true);
});

test('until it denies it warns: as it says, or else of all that it would deny', () => {
  const warned = warningUntil(body({ deny: end }), start);
  expect(warned).toMatchObject({ warn_days: 90, deny_days: 0, denies_from: '2026-12-26' });
  const silent = (deny: EolForm['deny']) => warningUntil(body({ warn: never, deny }), start);
  expect(silent(end)).toMatchObject({ warn_days: 0, deny_days: 0 });
  expect(silent({ ...never, kind: 'days', days: '7' })).toMatchObject({ warn_days: 7 });
  expect(silent({ ...never, kind: 'after', days: '7' })).toMatchObject({ warn_days: 0 });
  const dated = silent({ ...never, kind: 'date', date: '2026-11-01' });
  expect(dated).toMatchObject({ warn_days: null, warn_date: '2026-11-01' });
});
