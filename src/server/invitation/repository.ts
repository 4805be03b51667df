import type { PersonRole } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: PersonRole;
  readonly invitedBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
}

const COLUMNS = `i.id, i.email, i.role, i.invited_by AS "invitedBy", i.created_at AS "createdAt",
  i.expires_at AS "expiresAt", i.accepted_at AS "acceptedAt", i.revoked_at AS "revokedAt"`;

export interface NewInvitationRow extends Pick<
  InvitationRow,
  'id' | 'email' | 'role' | 'invitedBy' | 'createdAt' | 'expiresAt'
> {
  readonly tokenHash: Buffer;
  /** Null where no mail is sent. */
  readonly mailedTokenHash: Buffer | null;
}

/**
 * Adds an invitation, or renews the one that an address has not answered yet: that keeps its id and gets the
 * new role, inviter, token and end. Plan: invitation_open_email_key.
 */
export async function upsertInvitation(
  organizationId: OrganizationId,
  tx: Transaction,
  row: NewInvitationRow,
): Promise<InvitationRow> {
  const [stored] = await tx.query<InvitationRow>(
    `INSERT INTO invitation AS i (organization_id, id, email, role, token_hash, mailed_token_hash, invited_by,
                                  created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (organization_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL
     DO UPDATE SET role = excluded.role, token_hash = excluded.token_hash,
                   mailed_token_hash = excluded.mailed_token_hash,
                   invited_by = excluded.invited_by, expires_at = excluded.expires_at
     RETURNING ${COLUMNS}`,
    [
      organizationId,
      row.id,
      row.email,
      row.role,
      row.tokenHash,
      row.mailedTokenHash,
      row.invitedBy,
      row.createdAt,
      row.expiresAt,
    ],
  );
  if (!stored) throw new Error('An upsert returned no row');
  return stored;
}

/** Newest first. Plan: invitation by the front of its primary key, sorted; there are few. */
export function findInvitations(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<InvitationRow[]> {
  return db.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitation i WHERE i.organization_id = $1
      ORDER BY i.created_at DESC, i.id DESC`,
    [organizationId],
  );
}

/** Plan: primary key. */
export async function findInvitation(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<InvitationRow | null> {
  const [row] = await db.query<InvitationRow>(
    `SELECT ${COLUMNS} FROM invitation i WHERE i.organization_id = $1 AND i.id = $2`,
    [organizationId, id],
  );
  return row ?? null;
}

export interface FoundInvitation extends InvitationRow {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  /** Whether the link went to the address by mail, and nobody else has seen it. */
  readonly isMailedLink: boolean;
}

/**
 * The invitation with a link that ends in the token with this digest. Plan: invitation (token_hash) and
 * (mailed_token_hash).
 */
export async function findInvitationByToken(
  db: Transaction,
  tokenHash: Buffer,
): Promise<FoundInvitation | null> {
  const [row] = await db.query<FoundInvitation>(
    `SELECT ${COLUMNS}, o.id AS "organizationId", o.name AS "organizationName",
            i.mailed_token_hash IS NOT DISTINCT FROM $1 AS "isMailedLink"
       FROM invitation i JOIN organization o ON o.id = i.organization_id
      WHERE i.token_hash = $1 OR i.mailed_token_hash = $1`,
    [tokenHash],
  );
  return row ?? null;
}

export async function markInvitationAccepted(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE invitation SET accepted_at = $3 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
    at,
  ]);
}

export async function markInvitationRevoked(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE invitation SET revoked_at = $3 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
    at,
  ]);
}
