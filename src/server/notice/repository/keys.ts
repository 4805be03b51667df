import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** A key that ends. */
export interface EndingKey {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly createdBy: string;
  /** The person behind it; null: not known, or no member any more. */
  readonly personId: string | null;
  readonly email: string | null;
}

/** Lists the keys that end until an instant and are not revoked. Plan: the organization's keys, of which there are few. */
export async function findEndingKeys(
  organizationId: OrganizationId,
  db: Transaction,
  until: Date,
): Promise<EndingKey[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<EndingKey>`
    SELECT k.id, k.name, k.role, k.expires_at, k.last_used_at, k.created_by,
           m.user_id AS person_id, u.email
      FROM api_key k
      LEFT JOIN membership m ON m.organization_id = ${own} AND m.user_id = k.created_by_user_id
      LEFT JOIN app_user u ON u.id = m.user_id
     WHERE k.organization_id = ${own} AND k.revoked_at IS NULL AND k.expires_at < ${until}::timestamptz
     ORDER BY k.expires_at, k.id`.execute(db.sql);
  return rows;
}

/** Finds when a scanner last read the policies, which it does each time that it runs. Plan: index (organization, read_at). */
export async function findLastScannerRun(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<Date | null> {
  const row = await db.sql
    .selectFrom('policyRead')
    .select('readAt')
    .where('organizationId', '=', organizationId)
    .orderBy('readAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.readAt ?? null;
}
