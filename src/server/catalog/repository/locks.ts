import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';

/** Any number that nothing else in this database locks in pairs. */
const CATALOG_LOCK = 4_170_332;
const WHOLE_CATALOG = 0;
const CLAIMS = 1;

/** Makes writers of the catalog take turns, with each other and with {@link shareCatalog}. */
export async function lockCatalog(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${CATALOG_LOCK}, ${WHOLE_CATALOG})`.execute(tx.sql);
}

/** Makes callers who change an organization's additions to the catalog take turns, also with imports. */
export async function lockOverlay(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock_shared(${CATALOG_LOCK}, ${WHOLE_CATALOG}),
           pg_advisory_xact_lock(${CATALOG_LOCK}, hashtext(${organizationId}))`.execute(tx.sql);
}

/**
 * Keeps the catalog as an organization sees it unchanged until the transaction ends. For rows that are about to be
 * made from it: a change that cannot see them yet waits, and finds them. Any number of transactions share it.
 */
export async function shareCatalog(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock_shared(${CATALOG_LOCK}, ${WHOLE_CATALOG}),
           pg_advisory_xact_lock_shared(${CATALOG_LOCK}, hashtext(${organizationId}))`.execute(
    tx.sql,
  );
}

/** Makes processes that are about to begin an attempt take turns. */
export async function lockClaims(tx: Transaction): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${CATALOG_LOCK}, ${CLAIMS})`.execute(tx.sql);
}
