import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

export type OwnIdentifierRow = Awaited<ReturnType<typeof findOwnIdentifiers>>[number];

/** Finds what an organization says that products are recognized by, too. Plan: own_identifier by (organization, kind, value). */
export function findOwnIdentifiers(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('ownIdentifier')
    .select(['id', 'product', 'kind', 'value', 'reason', 'setBy', 'setAt'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .orderBy('kind')
    .orderBy('value')
    .execute();
}

/** Writes an identifier in the place of the same one, which led to another product. */
export async function upsertOwnIdentifier(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, kind, value, ...said }: OwnIdentifierRow,
): Promise<void> {
  await tx.sql
    .insertInto('ownIdentifier')
    .values({ organizationId, id, kind, value, ...said })
    .onConflict((known) => known.columns(['organizationId', 'kind', 'value']).doUpdateSet(said))
    .execute();
}

export async function removeOwnIdentifier(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).ownIdentifier.deleteMany({ where: { id } });
}
