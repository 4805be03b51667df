import type { Updateable } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

/** An image tag with what is stored of its inventory's match, locked until the transaction ends. */
export type RematchedTag = NonNullable<Awaited<ReturnType<typeof lockRematched>>>;

/**
 * Locks an image tag; null when it is deleted. Uploads for the tag wait, as for each other. Whatever belongs to it
 * must be read after it: a statement that has waited sees the tag as it is now, but no other change made meanwhile.
 */
export async function lockRematched(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
) {
  const tag = await tx.sql
    .selectFrom('imageTag')
    .select(['distro', 'inventoryId', 'matchedCount', 'distributionCount', 'unknownCount'])
    .select(['distributionProduct', 'distributionCycle', 'distributionCycleKey'])
    // Of the latest scan, or of the matching that changed its findings since, or of its return.
    .select(({ fn }) =>
      fn<Date>('greatest', ['latestScanAt', 'rematchedAt', 'broughtBackAt']).as('changedAt'),
    )
    .where('organizationId', '=', organizationId)
    .where('id', '=', imageTagId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return tag ?? null;
}

export async function componentIdsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  inventoryId: string,
): Promise<readonly string[]> {
  const inventory = await tx.sql
    .selectFrom('inventory')
    .select('componentIds')
    .where('organizationId', '=', organizationId)
    .where('id', '=', inventoryId)
    .executeTakeFirst();
  return inventory?.componentIds ?? [];
}

/** An open finding of an image tag. */
export type OpenFinding = Awaited<ReturnType<typeof openFindings>>[number];

/**
 * Finds an image tag's open findings, by software as no contract covers it. Plan: the image's findings by (organization,
 * image tag), their software by primary key.
 */
export async function openFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
) {
  return tx.sql
    .selectFrom('finding as f')
    .innerJoin('software as s', (join) =>
      join.onRef('s.organizationId', '=', 'f.organizationId').onRef('s.id', '=', 'f.softwareId'),
    )
    .leftJoin('software as u', (join) =>
      join.onRef('u.organizationId', '=', 's.organizationId').onRef('u.id', '=', 's.upstreamId'),
    )
    .select(({ fn }) => [
      fn.coalesce('u.id', 's.id').as('softwareId'),
      fn.coalesce('u.softwareKey', 's.softwareKey').as('softwareKey'),
    ])
    .select('s.artifactType')
    .select(['f.componentIds', 'f.catalogComponentIds'])
    .where('f.organizationId', '=', anyOrganization(organizationId))
    .where('f.imageTagId', '=', imageTagId)
    .where(({ ref }) => ref('f.isOpen'))
    .execute();
}

/** Writes the catalog's present match of an image tag. */
export async function updateRematched(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagId: string,
  columns: Updateable<Tables['imageTag']>,
): Promise<void> {
  await tx.sql
    .updateTable('imageTag')
    .set(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', imageTagId)
    .execute();
}
