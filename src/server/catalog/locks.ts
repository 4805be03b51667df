import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';

/** Any number that nothing else in this database locks in pairs. */
const CATALOG_LOCK = 4_170_332;
const WHOLE_CATALOG = 0;

/** Makes whoever writes the catalogue take turns, with each other and with {@link shareCatalog}. */
export async function lockCatalog(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [CATALOG_LOCK, WHOLE_CATALOG]);
}

/** Makes whoever changes what an organization adds to the catalogue take turns, also with imports. */
export async function lockOverlay(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await tx.query(
    'SELECT pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock($1, hashtext($3))',
    [CATALOG_LOCK, WHOLE_CATALOG, organizationId],
  );
}

/**
 * Keeps what the catalogue says to an organization as it is until the transaction ends. For rows that are about
 * to be made from it: a change that cannot see them yet waits, and finds them. Any number share it.
 */
export async function shareCatalog(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await tx.query(
    'SELECT pg_advisory_xact_lock_shared($1, $2), pg_advisory_xact_lock_shared($1, hashtext($3))',
    [CATALOG_LOCK, WHOLE_CATALOG, organizationId],
  );
}
