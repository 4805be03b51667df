import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Lists the organizations, any of which may have messages: its people get them, if no channel does. */
export async function findSenders(db: Transaction): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    SELECT id AS organization_id FROM organization`.execute(db.sql);
  return rows.map(({ organizationId }) => organizationId);
}

/**
 * Deletes the oldest messages of an organization that were made before a moment or are not among the `keep` newest, and
 * that nobody is still to get, by itself or in a digest. Plan: message by its primary key, from both ends.
 * @returns how many
 */
export async function deleteMessages(
  organizationId: OrganizationId,
  db: Transaction,
  { before, keep, limit }: { readonly before: Date; readonly keep: number; readonly limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM message WHERE organization_id = ${organizationId} AND id IN (
      SELECT m.id FROM message m
       WHERE m.organization_id = ${organizationId}
         AND (m.created_at < ${before}::timestamptz OR m.id < (
               SELECT kept.id FROM message kept WHERE kept.organization_id = ${organizationId}
                ORDER BY kept.id DESC OFFSET ${keep} - 1 LIMIT 1))
         AND NOT EXISTS (
               SELECT FROM delivery d
                WHERE d.organization_id = ${organizationId} AND d.message_id = m.id
                  AND d.due_at IS NOT NULL)
         AND NOT EXISTS (
               SELECT FROM digest_entry w
                WHERE w.organization_id = ${organizationId} AND w.message_id = m.id)
         AND NOT EXISTS (
               SELECT FROM held_message h
                WHERE h.organization_id = ${organizationId} AND h.message_id = m.id)
       ORDER BY m.id LIMIT ${limit})`.execute(db.sql);
  return Number(numAffectedRows);
}
