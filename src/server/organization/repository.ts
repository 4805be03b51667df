import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface OrganizationRow {
  readonly id: OrganizationId;
  readonly name: string;
  readonly idpId: string;
  /** The key that created it, which keeps access to it. */
  readonly createdByApiKeyId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Adds an organization; false when its `idpId` is taken. */
export async function insertOrganization(db: Transaction, row: OrganizationRow): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO organization (id, name, idp_id, created_by_api_key_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (idp_id) DO NOTHING
     RETURNING id`,
    [row.id, row.name, row.idpId, row.createdByApiKeyId, row.createdAt, row.updatedAt],
  );
  return rows.length === 1;
}

export async function insertMembership(
  organizationId: OrganizationId,
  db: Transaction,
  membership: { readonly userId: string; readonly role: PersonRole; readonly joinedAt: Date },
): Promise<void> {
  await db.query(
    'INSERT INTO membership (organization_id, user_id, role, joined_at) VALUES ($1, $2, $3, $4)',
    [organizationId, membership.userId, membership.role, membership.joinedAt],
  );
}

/** An organization as one of its members sees it in a list. */
export interface MembershipRow {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly role: PersonRole;
}

/** The organizations a person belongs to, by name. Plan: membership (user_id), then organization's key. */
export function findMemberships(db: Transaction, userId: string): Promise<MembershipRow[]> {
  return db.query<MembershipRow>(
    `SELECT o.id AS "organizationId", o.name AS "organizationName", m.role
       FROM membership m JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = $1
      ORDER BY lower(o.name), o.id`,
    [userId],
  );
}

/** The admins of an organization, by name. Plan: membership's key, then app_user's. */
export function findAdmins(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<{ name: string; email: string }[]> {
  return db.query(
    `SELECT u.name, u.email
       FROM membership m JOIN app_user u ON u.id = m.user_id
      WHERE m.organization_id = $1 AND m.role = 'admin'
      ORDER BY lower(u.name), u.id`,
    [organizationId],
  );
}

const COLUMNS = `id, name, idp_id AS "idpId", created_by_api_key_id AS "createdByApiKeyId",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Plan: primary key. */
export async function findOrganization(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<OrganizationRow | null> {
  const [row] = await db.query<OrganizationRow>(
    `SELECT ${COLUMNS} FROM organization WHERE id = $1`,
    [organizationId],
  );
  return row ?? null;
}

/**
 * Makes whoever changes the organization, its members or its invitations take turns until the transaction
 * ends; rows that refer to it can be added meanwhile. Null when it does not exist any more.
 */
export async function lockOrganization(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<OrganizationRow | null> {
  const [row] = await tx.query<OrganizationRow>(
    `SELECT ${COLUMNS} FROM organization WHERE id = $1 FOR NO KEY UPDATE`,
    [organizationId],
  );
  return row ?? null;
}

export async function updateOrganizationName(
  organizationId: OrganizationId,
  tx: Transaction,
  name: string,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE organization SET name = $2, updated_at = $3 WHERE id = $1', [
    organizationId,
    name,
    at,
  ]);
}
