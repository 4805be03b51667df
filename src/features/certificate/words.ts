import { DAY_MS, dayOf } from '@/domain/eol/calendar';

/** Days before its end from which a certificate is warned of: enough to have a new one signed. */
const WARNED_DAYS = 30;

export type Validity = 'not yet' | 'valid' | 'ends soon' | 'expired';

/** Tells the state of a certificate at an instant: it begins and ends within a day. */
export function validityOf(
  {
    not_before: from,
    not_after: until,
  }: { readonly not_before: string; readonly not_after: string },
  now: string,
): Validity {
  const at = Date.parse(now);
  if (Date.parse(until) <= at) return 'expired';
  if (Date.parse(from) > at) return 'not yet';
  const warned = dayOf(new Date(at + WARNED_DAYS * DAY_MS));
  return until.slice(0, 10) <= warned ? 'ends soon' : 'valid';
}
