import { addDays, dayOf } from '@/domain/eol/calendar';
import { can } from '@/domain/roles/permissions';
import type { Outputs } from '@/trpc/outputs';

const SILENT_DAYS = 7;

type UploadKey = Pick<Outputs['apiKey']['list'][number], 'role' | 'last_used_at' | 'expires_at'>;

/** Tells whether a key uploaded once and has not been used for a week; one that has expired is not missed. */
export function isSilent({ role, last_used_at, expires_at }: UploadKey, now: string): boolean {
  if (!can(role, 'scan:upload') || last_used_at === null) return false;
  if (expires_at !== null && Date.parse(expires_at) <= Date.parse(now)) return false;
  return last_used_at.slice(0, 10) < addDays(dayOf(new Date(now)), -SILENT_DAYS);
}
