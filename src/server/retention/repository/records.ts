import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Deletes records of refused uploads from before an instant. Plan: the organization's, a thousand at most. */
export async function deleteRefused(
  organizationId: OrganizationId,
  tx: Transaction,
  before: Date,
): Promise<number> {
  const { numDeletedRows } = await tx.sql
    .deleteFrom('refusedUpload')
    .where('organizationId', '=', organizationId)
    .where('refusedAt', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

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
