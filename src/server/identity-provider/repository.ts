import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import type { MemberRow } from '@/server/member/repository';

/** A member here, and who that is at Keycloak; null for somebody who never signed in there. */
export interface LinkedMemberRow extends MemberRow {
  readonly subject: string | null;
}

const SELECT_LINKED = `
SELECT m.user_id AS "userId", u.email, u.name, m.role, m.joined_at AS "joinedAt",
       u.email_proven_at IS NOT NULL AS "isEmailVerified", i.subject
  FROM membership m
  JOIN app_user u ON u.id = m.user_id
  LEFT JOIN user_identity i ON i.user_id = m.user_id AND i.issuer = $2
 WHERE m.organization_id = $1`;

/** Plan: membership by the front of its primary key, then app_user's and user_identity (user_id, issuer). */
export function findLinkedMembers(
  organizationId: OrganizationId,
  db: Transaction,
  issuer: string,
): Promise<LinkedMemberRow[]> {
  return db.query<LinkedMemberRow>(SELECT_LINKED, [organizationId, issuer]);
}

/** @param id of the person, here or at Keycloak. Plan: as {@link findLinkedMembers}; there are few. */
export async function findLinkedMember(
  organizationId: OrganizationId,
  db: Transaction,
  issuer: string,
  id: string,
): Promise<LinkedMemberRow | null> {
  const [row] = await db.query<LinkedMemberRow>(
    `${SELECT_LINKED} AND (m.user_id = $3::uuid OR i.subject = $3::text)`,
    [organizationId, issuer, id],
  );
  return row ?? null;
}

/** Who a person is at Keycloak; null for somebody who never signed in there. Plan: user_identity (user_id, issuer). */
export async function findSubject(
  db: Transaction,
  issuer: string,
  userId: string,
): Promise<string | null> {
  const [row] = await db.query<{ subject: string }>(
    'SELECT subject FROM user_identity WHERE user_id = $1 AND issuer = $2',
    [userId, issuer],
  );
  return row?.subject ?? null;
}

export interface IdentityRow {
  readonly subject: string;
  readonly userId: string;
}

/** Who these are here, as far as they have signed in. Plan: user_identity's primary key. */
export function findIdentities(
  db: Transaction,
  issuer: string,
  subjects: readonly string[],
): Promise<IdentityRow[]> {
  return db.query<IdentityRow>(
    `SELECT subject, user_id AS "userId" FROM user_identity
      WHERE issuer = $1 AND subject = ANY($2::text[])`,
    [issuer, subjects],
  );
}

/**
 * Forgets who a person was at Keycloak, unless they are a member of anything. Plan: user_identity
 * (user_id, issuer), membership (user_id).
 */
export async function unlinkIfMemberOfNothing(
  db: Transaction,
  issuer: string,
  userId: string,
): Promise<void> {
  await db.query(
    `DELETE FROM user_identity
      WHERE user_id = $1 AND issuer = $2
        AND NOT EXISTS (SELECT FROM membership m WHERE m.user_id = $1)`,
    [userId, issuer],
  );
}

/** An organization here that may have its like at Keycloak. */
export interface NamedOrganization {
  readonly organizationId: OrganizationId;
  readonly idpId: string;
}

/** Plan: organization (idp_id). */
export function findByIdpIds(
  db: Transaction,
  idpIds: readonly string[],
): Promise<NamedOrganization[]> {
  return db.query<NamedOrganization>(
    `SELECT id AS "organizationId", idp_id AS "idpId" FROM organization
      WHERE idp_id = ANY($1::text[]) ORDER BY id`,
    [idpIds],
  );
}

/** The organizations of a person that were not made here alone. Plan: membership (user_id). */
export function findNamedMemberships(
  db: Transaction,
  userId: string,
): Promise<NamedOrganization[]> {
  return db.query<NamedOrganization>(
    `SELECT o.id AS "organizationId", o.idp_id AS "idpId"
       FROM membership m JOIN organization o ON o.id = m.organization_id
      WHERE m.user_id = $1 AND o.idp_id <> o.id::text
      ORDER BY o.id`,
    [userId],
  );
}

/** All that were not made here alone. */
export function findNamedOrganizations(db: Transaction): Promise<NamedOrganization[]> {
  return db.query<NamedOrganization>(
    `SELECT id AS "organizationId", idp_id AS "idpId" FROM organization
      WHERE idp_id <> id::text ORDER BY id`,
  );
}
