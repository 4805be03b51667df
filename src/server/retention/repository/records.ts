import { sql, type RawBuilder } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Tells whether the record of a refused upload is from before an instant. */
export const isOldRefusal = (before: Date): RawBuilder<boolean> =>
  sql<boolean>`refused_at < ${before}::timestamptz`;

/** Deletes records of refused uploads from before an instant. Plan: the organization's, a thousand at most. */
export async function deleteRefused(
  organizationId: OrganizationId,
  tx: Transaction,
  before: Date,
): Promise<number> {
  const { numDeletedRows } = await tx.sql
    .deleteFrom('refusedUpload')
    .where('organizationId', '=', organizationId)
    .where(isOldRefusal(before))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Tells whether an entry of the trail goes by a rule of some days. The removal itself is a function of the database's owner,
 * `remove_audit_events`, which says the same: a rule and a year by the database's clock, and nothing that tells of a removal.
 */
export const isOldEntry = (before: Date, days: number): RawBuilder<boolean> =>
  sql<boolean>`at < least(${before}::timestamptz, now() - make_interval(days => greatest(${days}::int, 365)))
    AND action <> 'audit_event.remove'`;

/**
 * Has the database remove the oldest entries of an organization's trail, as far as its rule and the floor of a year allow.
 * It adds an entry on that. Plan: audit_event_organization_id_at_id_idx, backwards.
 */
export async function removeAuditEvents(
  organizationId: OrganizationId,
  tx: Transaction,
  {
    before,
    limit,
    id,
    at,
  }: { readonly before: Date; readonly limit: number; readonly id: string; readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    SELECT remove_audit_events(${organizationId}::uuid, ${before}::timestamptz, ${limit}::int,
      ${id}::uuid, ${at}::timestamptz) AS removed`.execute(tx.sql);
  return rows[0]?.removed ?? 0;
}
