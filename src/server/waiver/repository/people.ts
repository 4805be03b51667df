import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** Mail goes to so many admins at most: more of them do not decide faster. */
const MAX_DECIDERS = 50;

/** More people than a menu is read to the end of. */
const MAX_PEOPLE = 1_000;

function members(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select(['u.id', 'u.name', 'u.email', 'u.emailProvenAt', 'm.role'])
    .where('m.organizationId', '=', anyOrganization(organizationId));
}

export type WaiverMember = Awaited<ReturnType<typeof findDeciders>>[number];

/** Finds the people who may decide on waivers, those who have been there longest first. */
export function findDeciders(organizationId: OrganizationId, db: Transaction) {
  return members(organizationId, db)
    .where('m.role', '=', 'admin')
    .orderBy('m.joinedAt')
    .orderBy('u.id')
    .limit(MAX_DECIDERS)
    .execute();
}

/** Finds the members of an organization by name, then address. */
export function findPeople(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select(['u.name', 'u.email'])
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.email')
    .limit(MAX_PEOPLE)
    .execute();
}

/** Finds members of an organization by id; people who are none are left out. */
export function findMembersById(
  organizationId: OrganizationId,
  db: Transaction,
  ids: readonly string[],
) {
  return members(organizationId, db)
    .where(({ eb, fn, val }) => eb('u.id', '=', fn.any(val(ids))))
    .execute();
}

/** Finds a member by address, which is lower case; null for a person who is none. */
export async function findMemberByEmail(
  organizationId: OrganizationId,
  db: Transaction,
  email: string,
): Promise<WaiverMember | null> {
  const row = await members(organizationId, db).where('u.email', '=', email).executeTakeFirst();
  return row ?? null;
}
