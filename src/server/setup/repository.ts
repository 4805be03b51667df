import { sql } from 'kysely';
import { z } from 'zod';
import { mintOrganizationId, type OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Any number that nothing else in this database locks. */
const INSTALLATION_LOCK = 4_170_331;

/** Makes processes that start, and people who set up, take turns; held until the transaction ends. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${INSTALLATION_LOCK})`.execute(tx.sql);
}

/** The stored value of a setting; undefined when there is none. */
export async function findSetting({ prisma }: Transaction, name: string): Promise<unknown> {
  const setting = await prisma.installationSetting.findUnique({ where: { name } });
  return setting?.value;
}

export async function saveSetting(
  tx: Transaction,
  name: string,
  value: object,
  updatedAt: Date,
): Promise<void> {
  await tx.sql
    .insertInto('installationSetting')
    .values({ name, value, updatedAt })
    .onConflict((known) =>
      known.column('name').doUpdateSet(({ ref }) => ({
        value: ref('excluded.value'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute();
}

export async function removeSetting({ prisma }: Transaction, name: string): Promise<void> {
  await prisma.installationSetting.deleteMany({ where: { name } });
}

const apiKeySetting = z.object({ apiKeyId: z.uuid() });

/** The name of the setting that remembers the key of the environment. */
export const BOOTSTRAP_API_KEY = 'bootstrap_api_key';

/** The id of the key that the environment names, which acts for the operator; null when it names none. */
export async function findBootstrapKeyId(db: Transaction): Promise<string | null> {
  return apiKeySetting.safeParse(await findSetting(db, BOOTSTRAP_API_KEY)).data?.apiKeyId ?? null;
}

/** Whether there is an organization with this id at the identity provider. */
export async function isIdpIdTaken({ prisma }: Transaction, idpId: string): Promise<boolean> {
  const taken = await prisma.organization.findUnique({ where: { idpId }, select: { id: true } });
  return taken !== null;
}

/**
 * The organization with this id, whatever its name is now, else the first of the installation if it has this name.
 * No later one: anybody may have given it the name.
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
