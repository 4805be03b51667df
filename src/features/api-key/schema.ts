import { format, addDays } from 'date-fns';

/** How long a new key holds, as the form offers it. */
export const EXPIRY_CHOICES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'On a day…' },
] as const;
export type ExpiryChoice = (typeof EXPIRY_CHOICES)[number]['value'];

/** The UTC day on which a key ends; null: never. `day` is what the reader chose, "" for none yet. */
export function expiryDay(choice: ExpiryChoice, day: string, today: string): string | null {
  if (choice === 'never') return null;
  if (choice === 'day') return day;
  // As a wall-clock day here: calendar arithmetic needs no time zone.
  return format(addDays(new Date(`${today}T00:00:00`), Number(choice)), 'yyyy-MM-dd');
}

/** The instant at which a key ends that is to hold until the end of a UTC day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59Z`;
}
