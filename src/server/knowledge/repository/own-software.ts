import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

export type OwnSoftwareRow = Awaited<ReturnType<typeof findOwnSoftware>>[number];

/** Finds the patterns of an organization's own software. Plan: own_software (organization, pattern); their number is bounded. */
export function findOwnSoftware(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('ownSoftware')
    .select(['id', 'pattern', 'reason', 'setBy', 'setAt'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .orderBy('pattern')
    .execute();
}

/** Has changes of one organization's patterns take turns, so that no two of them make one too many. */
export async function lockOwnSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('own software ' || ${organizationId}, 0))`.execute(
    tx.sql,
  );
}

/** Writes a pattern in the place of the same one. */
export async function upsertOwnSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, pattern, ...said }: OwnSoftwareRow,
): Promise<void> {
  await tx.sql
    .insertInto('ownSoftware')
    .values({ organizationId, id, pattern, ...said })
    .onConflict((known) => known.columns(['organizationId', 'pattern']).doUpdateSet(said))
    .execute();
}

export async function removeOwnSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).ownSoftware.deleteMany({ where: { id } });
}
