import { sql } from 'kysely';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** A member here, with their id at Keycloak: `subject`, null for a person who never signed in there. */
export type LinkedMemberRow = Awaited<ReturnType<typeof findLinkedMembers>>[number];

function selectLinked(organizationId: OrganizationId, db: Transaction, issuer: string) {
  return db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .leftJoin('userIdentity as i', (join) =>
      join.onRef('i.userId', '=', 'm.userId').on('i.issuer', '=', issuer),
    )
    .select(['m.userId', 'u.email', 'u.name', 'm.role', 'm.joinedAt', 'i.subject'])
    .select((eb) => eb('u.emailProvenAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'))
    .where('m.organizationId', '=', anyOrganization(organizationId));
}

/**
 * Finds members with their ids at Keycloak. Plan: membership by the front of its primary key, then app_user's and
 * user_identity (user_id, issuer).
 */
export function findLinkedMembers(organizationId: OrganizationId, db: Transaction, issuer: string) {
  return selectLinked(organizationId, db, issuer).execute();
}

/** @param id of the person, here or at Keycloak. Plan: as {@link findLinkedMembers}; there are few. */
export async function findLinkedMember(
  organizationId: OrganizationId,
  db: Transaction,
  issuer: string,
  id: string,
): Promise<LinkedMemberRow | null> {
  const row = await selectLinked(organizationId, db, issuer)
    .where((eb) => eb.or([eb('m.userId', '=', id), eb('i.subject', '=', id)]))
    .executeTakeFirst();
  return row ?? null;
}

/** Finds a person's id at Keycloak; null for one who never signed in there. Plan: user_identity (user_id, issuer). */
export async function findSubject(
  { prisma }: Transaction,
  issuer: string,
  userId: string,
): Promise<string | null> {
  const where = { userId, issuer };
  const row = await prisma.userIdentity.findFirst({ where, select: { subject: true } });
  return row?.subject ?? null;
}

/** Finds the accounts of these subjects, as far as they have signed in. Plan: user_identity's primary key. */
export function findIdentities(db: Transaction, issuer: string, subjects: readonly string[]) {
  return db.sql
    .selectFrom('userIdentity')
    .select(['subject', 'userId'])
    .where('issuer', '=', issuer)
    .where(({ eb, fn, val }) => eb('subject', '=', fn.any(val(subjects))))
    .execute();
}

/**
 * Forgets a person's id at Keycloak, unless they are a member of any organization. Plan: user_identity (user_id,
 * issuer), membership (user_id).
 */
export async function unlinkIfMemberOfNothing(
  db: Transaction,
  issuer: string,
  userId: string,
): Promise<void> {
  await db.sql
    .deleteFrom('userIdentity')
    .where('userId', '=', userId)
    .where('issuer', '=', issuer)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('membership as m').select('m.userId').where('m.userId', '=', userId))),
    )
    .execute();
}

/* Organizations are told Keycloak's by their `idpId`, whosever they are: Keycloak's answer about them holds for all. */

/** An organization here that may have a counterpart at Keycloak. */
export type NamedOrganization = Awaited<ReturnType<typeof findNamedOrganizations>>[number];

interface IdpNamed {
  readonly id: string;
  readonly idpId: string;
}
const toNamed = ({ id, idpId }: IdpNamed) => ({ organizationId: mintOrganizationId(id), idpId });

/** Plan: organization (idp_id). */
export async function findByIdpIds(
  db: Transaction,
  idpIds: readonly string[],
): Promise<NamedOrganization[]> {
  const rows = await db.sql
    .selectFrom('organization')
    .select(['id', 'idpId'])
    .where(({ eb, fn, val }) => eb('idpId', '=', fn.any(val(idpIds))))
    .orderBy('id')
    .execute();
  return rows.map(toNamed);
}

/** Finds the organizations of a person that were not made here alone. Plan: membership (user_id). */
export async function findNamedMemberships(
  db: Transaction,
  userId: string,
): Promise<NamedOrganization[]> {
  const rows = await db.sql
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organizationId')
    .select(['o.id', 'o.idpId'])
    .where('m.userId', '=', userId)
    .where(({ eb, ref }) => eb('o.idpId', '<>', sql<string>`${ref('o.id')}::text`))
    .orderBy('o.id')
    .execute();
  return rows.map(toNamed);
}

/** Finds all organizations that were not made here alone. */
export async function findNamedOrganizations(db: Transaction) {
  const rows = await db.sql
    .selectFrom('organization')
    .select(['id', 'idpId'])
    .where(({ eb, ref }) => eb('idpId', '<>', sql<string>`${ref('id')}::text`))
    .orderBy('id')
    .execute();
  return rows.map(toNamed);
}

/** Notes that a person who is removed here is to be removed at Keycloak. Plan: primary key. */
export async function insertUnfinishedRemoval(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.sql
    .insertInto('unfinishedRemoval')
    .values({ organizationId, userId })
    .onConflict((known) => known.columns(['organizationId', 'userId']).doNothing())
    .execute();
}

/** Plan: primary key. */
export async function deleteUnfinishedRemoval(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<void> {
  await tx.sql
    .deleteFrom('unfinishedRemoval')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();
}

/** Tells whether a person was removed here and is still to be removed at Keycloak. Plan: primary key. */
export async function isRemovalUnfinished(
  organizationId: OrganizationId,
  tx: Transaction,
  userId: string,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('unfinishedRemoval')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Finds who was removed here and is still to be removed at Keycloak, with their ids there, and whether they are members
 * again. Plan: unfinished_removal by the front of its primary key, seldom any; then app_user's, user_identity (user_id,
 * issuer) and membership's.
 */
export async function findUnfinishedRemovals(
  organizationId: OrganizationId,
  db: Transaction,
  issuer: string,
) {
  const rows = await db.sql
    .selectFrom('unfinishedRemoval')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ userId }) => userId);
  return db.sql
    .selectFrom('appUser as u')
    .leftJoin('userIdentity as i', (join) =>
      join.onRef('i.userId', '=', 'u.id').on('i.issuer', '=', issuer),
    )
    .leftJoin('membership as m', (join) =>
      join
        .onRef('m.userId', '=', 'u.id')
        .on('m.organizationId', '=', anyOrganization(organizationId)),
    )
    .select(['u.id as userId', 'u.email', 'i.subject'])
    .select((eb) => eb('u.emailProvenAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'))
    .select((eb) => eb('m.userId', 'is not', null).$castTo<boolean>().as('isMember'))
    .where(({ eb, fn, val }) => eb('u.id', '=', fn.any(val(ids))))
    .orderBy('u.id')
    .execute();
}
