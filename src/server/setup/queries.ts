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

/** The oldest organization of this name, preferring the one with this id whatever its name is now. */
export async function findOrganizationToUse(
  tx: Transaction,
  name: string,
  rememberedId: string | null,
): Promise<OrganizationId | null> {
  const [row] = await tx.query<{ id: OrganizationId }>(
    `SELECT id FROM organization WHERE id = $2 OR name = $1
      ORDER BY (id = $2) IS TRUE DESC, created_at, id
      LIMIT 1`,
    [name, rememberedId],
  );
  return row?.id ?? null;
}
