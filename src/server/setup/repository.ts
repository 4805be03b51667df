import { z } from 'zod';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Any number that nothing else in this database locks. */
const INSTALLATION_LOCK = 4_170_331;

/** Makes processes that start, and people who set up, take turns; held until the transaction ends. */
export async function lockInstallation(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [INSTALLATION_LOCK]);
}

/** The stored value of a setting; undefined when there is none. */
export async function findSetting(db: Transaction, name: string): Promise<unknown> {
  const [row] = await db.query<{ value: unknown }>(
    'SELECT value FROM installation_setting WHERE name = $1',
    [name],
  );
  return row?.value;
}

export async function saveSetting(
  tx: Transaction,
  name: string,
  value: object,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO installation_setting (name, value, updated_at) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    [name, JSON.stringify(value), at],
  );
}

export async function removeSetting(tx: Transaction, name: string): Promise<void> {
  await tx.query('DELETE FROM installation_setting WHERE name = $1', [name]);
}

const apiKeySetting = z.object({ apiKeyId: z.uuid() });

/** The name of the setting that remembers the key of the environment. */
export const BOOTSTRAP_API_KEY = 'bootstrap_api_key';

/** The id of the key that the environment names, which acts for the operator; null when it names none. */
export async function findBootstrapKeyId(db: Transaction): Promise<string | null> {
  return apiKeySetting.safeParse(await findSetting(db, BOOTSTRAP_API_KEY)).data?.apiKeyId ?? null;
}

/** Whether there is an organization with this id at the identity provider. Plan: its unique key. */
export async function isIdpIdTaken(db: Transaction, idpId: string): Promise<boolean> {
  return (await db.query('SELECT FROM organization WHERE idp_id = $1', [idpId])).length > 0;
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
  const [row] = await tx.query<{ id: OrganizationId }>(
    `SELECT id FROM organization o
      WHERE id = $2
         OR name = $1 AND NOT EXISTS (SELECT FROM organization older
                                       WHERE (older.created_at, older.id) < (o.created_at, o.id))
      ORDER BY (id = $2) IS TRUE DESC
      LIMIT 1`,
    [name, rememberedId],
  );
  return row?.id ?? null;
}
