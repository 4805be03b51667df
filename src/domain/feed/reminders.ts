import { invalid } from '@/domain/errors';

const MAX_REMINDERS = 10;
const MAX_DAYS = 730;
const LIST = /^\d{1,4}(?:,\d{1,4})*$/;

/**
 * Reads a calendar's `reminders`, such as `90,30`: days before an end, each once.
 * @throws DomainError 422
 */
export function parseReminders(text: string | null): number[] {
  if (text === null || text === '') return [];
  const days = LIST.test(text) ? [...new Set(text.split(',').map(Number))] : [0];
  const isGood = days.length <= MAX_REMINDERS && days.every((one) => one >= 1 && one <= MAX_DAYS);
  if (isGood) return days;
  const msg = `Value error, up to ${String(MAX_REMINDERS)} numbers of days from 1 to ${String(MAX_DAYS)}, with commas between them`;
  throw invalid([{ loc: ['query', 'reminders'], msg, type: 'value_error' }]);
}
