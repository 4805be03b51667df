import { DAY_MS, dayOf } from '@/domain/eol/calendar';

/** Days before its end from which a certificate is warned of: enough to have a new one signed. */
const WARNED_DAYS = 30;

export type Validity = 'not yet' | 'valid' | 'ends soon' | 'expired';

/** Tells the state of a certificate on a UTC day. */
export function validityOf(
  {
    not_before: from,
    not_after: until,
  }: { readonly not_before: string; readonly not_after: string },
  today: string,
): Validity {
  if (until.slice(0, 10) < today) return 'expired';
  if (from.slice(0, 10) > today) return 'not yet';
  const warned = dayOf(new Date(Date.parse(`${today}T00:00:00Z`) + WARNED_DAYS * DAY_MS));
  return until.slice(0, 10) <= warned ? 'ends soon' : 'valid';
}
