import type { Role } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** Of the current secret. */
  readonly publicId: string;
}

export interface NewApiKeyRow extends Omit<ApiKeyRow, 'lastUsedAt'> {
  readonly createdByUserId: string | null;
  readonly secretSha256: Buffer;
}

export async function insertApiKey(
  organizationId: OrganizationId,
  db: Transaction,
  key: NewApiKeyRow,
): Promise<void> {
  await db.query(
    `INSERT INTO api_key (organization_id, id, name, role, created_by, created_by_user_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      organizationId,
      key.id,
      key.name,
      key.role,
      key.createdBy,
      key.createdByUserId,
      key.createdAt,
      key.expiresAt,
    ],
  );
  await db.query(
    `INSERT INTO api_key_secret (organization_id, public_id, api_key_id, secret_sha256, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [organizationId, key.publicId, key.id, key.secretSha256, key.createdAt],
  );
}

/** The person behind a key: its creator, also through keys that made keys. Null when that is not known. */
export async function findPersonBehindKey(
  organizationId: OrganizationId,
  db: Transaction,
  apiKeyId: string,
): Promise<string | null> {
  const [row] = await db.query<{ created_by_user_id: string | null }>(
    'SELECT created_by_user_id FROM api_key WHERE organization_id = $1 AND id = $2',
    [organizationId, apiKeyId],
  );
  return row?.created_by_user_id ?? null;
}

/** The keys that are not revoked, newest first. Plan: api_key (organization_id, created_at), then secrets by key. */
export function findApiKeys(organizationId: OrganizationId, db: Transaction): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(
    `SELECT k.id, k.name, k.role, k.created_by AS "createdBy", k.created_at AS "createdAt",
            k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", s.public_id AS "publicId"
       FROM api_key k
       JOIN api_key_secret s
         ON s.organization_id = k.organization_id AND s.api_key_id = k.id AND s.ends_at IS NULL
      WHERE k.organization_id = $1 AND k.revoked_at IS NULL
      ORDER BY k.created_at DESC, k.id DESC`,
    [organizationId],
  );
}

export async function markApiKeyRevoked(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE api_key SET revoked_at = $3
      WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL
      RETURNING id`,
    [organizationId, id, at],
  );
  return rows.length === 1;
}
