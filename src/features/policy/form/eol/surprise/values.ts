import type { Day } from '@/domain/eol/calendar';
import type { PolicyBody } from '@/features/policy/types';

/** Tells whether a policy denies today, so that it could be put off. */
export function canStartLater(body: PolicyBody, today: Day): boolean {
  const { deny_days: before, deny_days_after: after, deny_date: date, denies_from: start } = body;
  const denies = before !== null || (after ?? null) !== null || date !== null;
  return denies && (!start || start <= today);
}

/** The policy that denies from a day on, and warns until then of what it would deny. */
export function warningUntil(body: PolicyBody, start: Day): PolicyBody {
  const later = { ...body, denies_from: start };
  if (body.warn_days !== null || body.warn_date !== null) return later;
  if ((body.deny_days_after ?? null) !== null) return { ...later, warn_days: 0 };
  return { ...later, warn_days: body.deny_days, warn_date: body.deny_date };
}
