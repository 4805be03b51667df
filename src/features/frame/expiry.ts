import { DAY_MS, dayOf } from '@/domain/eol/calendar';

/** Terms that forms offer for what expires. */
export const EXPIRY_CHOICES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'On a day…' },
] as const;
type ExpiryChoice = (typeof EXPIRY_CHOICES)[number]['value'];

/** Computes the UTC day on which something ends: null for never, "" while no day is chosen. */
export function expiryDay(expires: ExpiryChoice, day: string, today: string): string | null {
  if (expires === 'never') return null;
  if (expires === 'day') return day;
  return dayOf(new Date(Date.parse(`${today}T00:00:00Z`) + Number(expires) * DAY_MS));
}

/** Returns the ISO 8601 instant at the end of a UTC day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59Z`;
}
