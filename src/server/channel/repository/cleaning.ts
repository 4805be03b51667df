import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { isForgotten } from '../sql';

/**
 * Deletes the oldest messages of an organization that are to be forgotten. Plan: message by its primary key, from both ends.
 * @returns how many
 */
export async function deleteMessages(
  organizationId: OrganizationId,
  db: Transaction,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const isOld = isForgotten(sql<string>`${organizationId}`, 'm', before);
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM message WHERE organization_id = ${organizationId} AND id IN (
      SELECT m.id FROM message m
       WHERE m.organization_id = ${organizationId} AND ${isOld}
       ORDER BY m.id LIMIT ${limit})`.execute(db.sql);
  return Number(numAffectedRows);
}
