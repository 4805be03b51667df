import { type RawBuilder, sql } from 'kysely';
import type { RecordKind } from '@/domain/organization';
import type { PersonRole } from '@/domain/roles/permissions';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Doer } from '@/server/audit/service';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';
import type { Tables } from '@/server/prisma-client/tables';

const FIELDS = {
  id: true,
  name: true,
  idpId: true,
  /** The key that created it, which keeps access to it. */
  createdByApiKeyId: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.OrganizationSelect;

export interface OrganizationRow extends Prisma.OrganizationGetPayload<{ select: typeof FIELDS }> {
  readonly id: OrganizationId;
}

/** Adds an organization; false when its `idpId` is taken. */
export async function insertOrganization(
  { prisma }: Transaction,
  row: OrganizationRow,
): Promise<boolean> {
  const { count } = await prisma.organization.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
}

export async function insertMembership(
  organizationId: OrganizationId,
  db: Transaction,
  membership: Pick<Prisma.MembershipGetPayload<object>, 'userId' | 'role' | 'joinedAt'>,
): Promise<void> {
  await db.of(organizationId).membership.createMany({ data: [membership] });
}

/** @param email lower case. Plan: app_user's e-mail, then membership's primary key. */
export async function hasMemberWithEmail(
  organizationId: OrganizationId,
  db: Transaction,
  email: string,
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select('m.userId')
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .where('u.email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the role of a person in an organization; null for who is no member, or none any more. Plan: membership's key. */
export async function findMemberRole(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<PersonRole | null> {
  const select = { role: true };
  const row = await db.of(organizationId).membership.findFirst({ where: { userId }, select });
  return row?.role ?? null;
}

/** An organization as one of its members sees it in a list. */
export type MembershipRow = Awaited<ReturnType<typeof findMemberships>>[number];

/** Finds the organizations a person belongs to, by name. Plan: membership (user_id), then organization's key. */
export async function findMemberships(db: Transaction, userId: string) {
  const rows = await db.sql
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organizationId')
    .select(['o.id as organizationId', 'o.name as organizationName', 'm.role'])
    .where('m.userId', '=', userId)
    .orderBy(({ fn }) => fn('lower', ['o.name']))
    .orderBy('o.id')
    .execute();
  return rows.map((row) => ({ ...row, organizationId: mintOrganizationId(row.organizationId) }));
}

/** Finds the admins of an organization, by name. Plan: membership's key, then app_user's. */
export function findAdmins(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select(['u.name', 'u.email'])
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .where('m.role', '=', 'admin')
    .orderBy(({ fn }) => fn('lower', ['u.name']))
    .orderBy('u.id')
    .execute();
}

export async function findOrganization(
  id: OrganizationId,
  { prisma }: Transaction,
): Promise<OrganizationRow | null> {
  const row = await prisma.organization.findUnique({ where: { id }, select: FIELDS });
  return row && { ...row, id };
}

/**
 * Makes callers who change the organization, its members or its invitations take turns until the transaction ends;
 * rows that refer to it can be added meanwhile. Null when it does not exist any more.
 */
export async function lockOrganization(
  id: OrganizationId,
  tx: Transaction,
): Promise<OrganizationRow | null> {
  const row = await selectOrganization(id, tx).forNoKeyUpdate().executeTakeFirst();
  return row ? { ...row, id } : null;
}

/** Selects an organization to be locked: Prisma has no locks. */
function selectOrganization(id: OrganizationId, tx: Transaction) {
  return tx.sql
    .selectFrom('organization')
    .select(['name', 'idpId', 'createdByApiKeyId', 'createdAt', 'updatedAt'])
    .where('id', '=', id);
}

export async function updateOrganizationName(
  id: OrganizationId,
  { prisma }: Transaction,
  name: string,
  updatedAt: Date,
): Promise<void> {
  await prisma.organization.updateMany({ where: { id }, data: { name, updatedAt } });
}

/**
 * Deletes an organization with everything that it owns: the database itself removes the rows that depend on each. The app may
 * delete neither it nor its audit trail; the database does it in one with the row that remains. Nothing of the organization
 * may be locked or changed before in the same transaction: where the rows are on other machines, that would be waited for.
 *
 * @param entry of the row that remains of it in the installation's audit trail
 * @returns false when there is none
 */
export async function removeOrganization(
  organizationId: OrganizationId,
  tx: Transaction,
  { id: entryId, at, by }: { readonly id: string; readonly at: Date; readonly by: Doer },
): Promise<boolean> {
  const { kind, id, name, origin } = by;
  const { rows } = await sql<{ wasThere: boolean }>`
    SELECT delete_organization(${organizationId}, ${entryId}, ${at}, ${kind}, ${id}, ${name},
                               ${origin.remoteAddress}, ${origin.requestId}) AS was_there`.execute(
    tx.sql,
  );
  return rows[0]?.wasThere ?? false;
}

/** The tables of records, and which of their rows have a page. */
const RECORDS = {
  image: { table: 'imageTag', shown: sql`(r.deleted_at IS NULL OR r.retired_at IS NOT NULL)` },
  project: { table: 'project', shown: sql`r.deleted_at IS NULL` },
  software: { table: 'software', shown: sql`true` },
  finding: { table: 'finding', shown: sql`true` },
  cluster: { table: 'cluster', shown: sql`true` },
  team: { table: 'team', shown: sql`true` },
  plan: { table: 'plan', shown: sql`true` },
  policy: { table: 'policy', shown: sql`true` },
  waiver: { table: 'waiver', shown: sql`true` },
  contract: { table: 'contract', shown: sql`true` },
  pack: { table: 'evidencePack', shown: sql`true` },
  product: { table: 'ownProduct', shown: sql`true` },
} as const satisfies Record<
  RecordKind,
  { readonly table: keyof Tables; readonly shown: RawBuilder<unknown> }
>;

/**
 * Finds those of a person's organizations, but the one they act in, that have a record: by name, ten at most. A
 * record of anybody else's is never looked at, so one that exists there costs as much as one that exists nowhere.
 * It is joined, and not looked for in a subquery: a database that is spread takes none that depends on rows of a table that is
 * on every machine. Plan: membership (user_id); for each, one probe of the record's primary or unique key.
 *
 * @param record the name of its page; the conditions are those of the pages' own statements
 */
export async function findRecordPlaces(
  db: Transaction,
  person: { readonly id: string; readonly activeOrganizationId: string | null },
  { kind, name }: { readonly kind: RecordKind; readonly name: string },
) {
  const { table, shown } = RECORDS[kind];
  const named = sql.ref(kind === 'product' ? 'r.slug' : 'r.id');
  const { rows } = await sql<{ organizationId: string; organizationName: string }>`
    SELECT o.id AS organization_id, o.name AS organization_name
      FROM membership m
      JOIN organization o ON o.id = m.organization_id
      JOIN ${sql.table(table)} r ON r.organization_id = m.organization_id
     WHERE m.user_id = ${person.id} AND ${named} = ${name} AND ${shown}
       AND m.organization_id IS DISTINCT FROM ${person.activeOrganizationId}
     ORDER BY lower(o.name), o.id LIMIT 10`.execute(db.sql);
  return rows;
}
