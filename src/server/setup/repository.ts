import { sql } from 'kysely';
import { mintOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Any number that nothing else in this database locks. */
const INSTALLATION_LOCK = 4_170_331;

/** Makes processes that start, and people who set up, take turns; held until the transaction ends. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`.execute(tx.sql);
}

/** Tells whether there is an organization with this id at the identity provider. */
export async function isIdpIdTaken({ prisma }: Transaction, idpId: string): Promise<boolean> {
  const taken = await prisma.organization.findUnique({ where: { idpId }, select: { id: true } });
  return taken !== null;
}

/**
 * Finds the organization with this id, whatever its name is now, else the first of the installation if it has this
 * name. No later one: anybody may have given it the name.
 */
export async function findOrganizationToUse(
  tx: Transaction,
  name: string,
  rememberedId: string | null,
): Promise<OrganizationId | null> {
  const row = await tx.sql
    .selectFrom('organization as o')
    .select('o.id')
    .select(({ ref }) =>
      sql<boolean>`(${ref('o.id')} = ${rememberedId}::uuid) IS TRUE`.as('isRemembered'),
    )
    .where((eb) =>
      eb.or([
        eb('o.id', '=', sql<string>`${rememberedId}::uuid`),
        eb.and([
          eb('o.name', '=', name),
          eb.not(
            eb.exists(
              eb
                .selectFrom('organization as older')
                .select('older.id')
                .where(({ eb: of, refTuple }) =>
                  of(refTuple('older.createdAt', 'older.id'), '<', refTuple('o.createdAt', 'o.id')),
                ),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('isRemembered', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? mintOrganizationId(row.id) : null;
}
