import { sql } from 'kysely';
import type { RecordKind } from '@/domain/organization';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Doer } from '@/server/audit/service';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Prisma } from '@/server/prisma-client/client';

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

/**
 * Finds those of a person's organizations, but the one they act in, that have a record: by name, ten at most. A
 * record of anybody else's is never looked at, so one that exists there costs as much as one that exists nowhere.
 * Plan: membership (user_id); for each, one probe of the record's primary or unique key.
 *
 * @param record the name of its page; the conditions are those of the pages' own statements
 */
export function findRecordPlaces(
  db: Transaction,
  person: { readonly id: string; readonly activeOrganizationId: string | null },
  { kind, name }: { readonly kind: RecordKind; readonly name: string },
) {
  let places = db.sql
    .selectFrom('membership as m')
    .innerJoin('organization as o', 'o.id', 'm.organizationId')
    .select(['o.id as organizationId', 'o.name as organizationName'])
    .where('m.userId', '=', person.id)
    .where(({ exists, selectFrom }) => {
      switch (kind) {
        case 'image':
          return exists(
            selectFrom('imageTag as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name)
              .where(({ eb, or }) =>
                or([eb('r.deletedAt', 'is', null), eb('r.retiredAt', 'is not', null)]),
              ),
          );
        case 'project':
          return exists(
            selectFrom('project as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name)
              .where('r.deletedAt', 'is', null),
          );
        case 'software':
          return exists(
            selectFrom('software as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'finding':
          return exists(
            selectFrom('finding as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'cluster':
          return exists(
            selectFrom('cluster as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'team':
          return exists(
            selectFrom('team as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'plan':
          return exists(
            selectFrom('plan as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'policy':
          return exists(
            selectFrom('policy as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'waiver':
          return exists(
            selectFrom('waiver as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'contract':
          return exists(
            selectFrom('contract as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'pack':
          return exists(
            selectFrom('evidencePack as r')
              .select('r.id')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.id', '=', name),
          );
        case 'product':
          return exists(
            selectFrom('ownProduct as r')
              .select('r.slug')
              .whereRef('r.organizationId', '=', 'm.organizationId')
              .where('r.slug', '=', name),
          );
      }
    })
    .orderBy(({ fn }) => fn('lower', ['o.name']))
    .orderBy('o.id')
    .limit(10);
  if (person.activeOrganizationId !== null) {
    places = places.where('m.organizationId', '<>', person.activeOrganizationId);
  }
  return places.execute();
}
