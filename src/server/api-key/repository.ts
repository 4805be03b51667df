import type { PersonRole, Role } from '@/domain/roles/permissions';
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
  /** Null while the current secret is the first. */
  readonly rotatedAt: Date | null;
  /** When the last of the earlier secrets ends; null when all have. */
  readonly graceEndsAt: Date | null;
  /** The person behind it; null when that is not known. */
  readonly createdByUserId: string | null;
  /** As what that person belongs to the organization now; null: as nothing. */
  readonly creatorRole: PersonRole | null;
}

export interface NewApiKeyRow
  extends
    Omit<ApiKeyRow, 'lastUsedAt' | 'rotatedAt' | 'graceEndsAt' | 'creatorRole'>,
    NewSecretRow {}

export interface NewSecretRow {
  readonly publicId: string;
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
  await insertSecret(organizationId, db, key.id, key, key.createdAt);
}

/** Adds a key's current secret. */
export async function insertSecret(
  organizationId: OrganizationId,
  db: Transaction,
  apiKeyId: string,
  secret: NewSecretRow,
  at: Date,
): Promise<void> {
  await db.query(
    `INSERT INTO api_key_secret (organization_id, public_id, api_key_id, secret_sha256, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [organizationId, secret.publicId, apiKeyId, secret.secretSha256, at],
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

/** A key with its current secret and the end of the last earlier one. $1 organization, $2 now. */
const SELECT_KEYS = `
SELECT k.id, k.name, k.role, k.created_by AS "createdBy", k.created_at AS "createdAt",
       k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", s.public_id AS "publicId",
       CASE WHEN s.created_at > k.created_at THEN s.created_at END AS "rotatedAt",
       (SELECT max(e.ends_at) FROM api_key_secret e
         WHERE e.organization_id = k.organization_id AND e.api_key_id = k.id AND e.ends_at > $2
       ) AS "graceEndsAt",
       k.created_by_user_id AS "createdByUserId",
       (SELECT m.role FROM membership m
         WHERE m.organization_id = k.organization_id AND m.user_id = k.created_by_user_id
       ) AS "creatorRole"
  FROM api_key k
  JOIN api_key_secret s
    ON s.organization_id = k.organization_id AND s.api_key_id = k.id AND s.ends_at IS NULL
 WHERE k.organization_id = $1 AND k.revoked_at IS NULL`;

/** The keys that are not revoked, newest first. Plan: api_key (organization_id, created_at), then secrets by key. */
export function findApiKeys(
  organizationId: OrganizationId,
  db: Transaction,
  now: Date,
): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(`${SELECT_KEYS} ORDER BY k.created_at DESC, k.id DESC`, [
    organizationId,
    now,
  ]);
}

/** The keys behind which a person stands, newest first. Plan: as {@link findApiKeys}; there are few. */
export function findApiKeysOf(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
  now: Date,
): Promise<ApiKeyRow[]> {
  return db.query<ApiKeyRow>(
    `${SELECT_KEYS} AND k.created_by_user_id = $3 ORDER BY k.created_at DESC, k.id DESC`,
    [organizationId, now, userId],
  );
}

/** Makes whoever changes this key take turns, until the transaction ends; false when there is no such key. */
export async function lockApiKey(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT id FROM api_key
      WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL
      FOR NO KEY UPDATE`,
    [organizationId, id],
  );
  return rows.length === 1;
}

/** A key that is not revoked. Plan: primary key. */
export async function findApiKey(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
  now: Date,
): Promise<ApiKeyRow | null> {
  const [row] = await db.query<ApiKeyRow>(`${SELECT_KEYS} AND k.id = $3`, [
    organizationId,
    now,
    id,
  ]);
  return row ?? null;
}

/** Ended secrets of a key that are known as such; whoever shows an older one is a stranger. */
const MAX_ENDED_SECRETS = 50;

/** Lets no secret of a key hold beyond `endsAt`, and forgets the oldest of those that ended by `now`. Plan: index by key. */
export async function endSecrets(
  organizationId: OrganizationId,
  tx: Transaction,
  apiKeyId: string,
  { endsAt, now }: { readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE api_key_secret SET ends_at = least(ends_at, $3::timestamptz)
      WHERE organization_id = $1 AND api_key_id = $2`,
    [organizationId, apiKeyId, endsAt],
  );
  await tx.query(
    `DELETE FROM api_key_secret
      WHERE organization_id = $1 AND api_key_id = $2 AND public_id IN (
        SELECT public_id FROM api_key_secret
         WHERE organization_id = $1 AND api_key_id = $2 AND ends_at <= $3
         ORDER BY created_at DESC, public_id OFFSET ${String(MAX_ENDED_SECRETS)})`,
    [organizationId, apiKeyId, now],
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
