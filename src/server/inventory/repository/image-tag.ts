import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { type GivenRow, givenTable, rowsText } from '@/server/platform/db/given-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/** An image tag with what is stored of its inventory's match, locked until the transaction ends. */
export type RematchedTag = Awaited<ReturnType<typeof lockRematched>>[number];

/**
 * Locks image tags, in the order of their ids. Uploads for them wait, as for each other. Whatever belongs to them must be read
 * after it: a statement that has waited sees the tags as they are now, but no other change made meanwhile. So those that are
 * deleted are locked too, and told: a condition is asked of what the statement began with, and one of them may just be coming
 * back.
 */
export async function lockRematched(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
) {
  return (
    tx.sql
      .selectFrom('imageTag')
      .select(['id', 'distro', 'inventoryId', 'matchedCount', 'distributionCount', 'unknownCount'])
      .select(['distributionProduct', 'distributionCycle', 'distributionCycleKey', 'deletedAt'])
      // Of the latest scan, or of the matching that changed its findings since, or of its return.
      .select(({ fn }) =>
        fn<Date>('greatest', ['latestScanAt', 'rematchedAt', 'broughtBackAt']).as('changedAt'),
      )
      .where('organizationId', '=', anyOrganization(organizationId))
      .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(imageTagIds))))
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
  );
}

/** Finds the ids of the components of inventories, by inventory. */
export async function componentIdsOf(
  organizationId: OrganizationId,
  tx: Transaction,
  inventoryIds: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const inventories = await tx.sql
    .selectFrom('inventory')
    .select(['id', 'componentIds'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(inventoryIds))))
    .execute();
  return new Map(inventories.map(({ id, componentIds }) => [id, componentIds]));
}

/** An open finding of an image tag. */
export type OpenFinding = Awaited<ReturnType<typeof openFindings>>[number];

/**
 * Finds the open findings of image tags, by software as no contract covers it. Plan: the images' findings by (organization,
 * image tag), their software by primary key.
 */
export async function openFindings(
  organizationId: OrganizationId,
  tx: Transaction,
  imageTagIds: readonly string[],
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
    .select(['f.imageTagId', 'f.componentIds', 'f.catalogComponentIds'])
    .where('f.organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('f.imageTagId', '=', fn.any(val(imageTagIds))))
    .where(({ ref }) => ref('f.isOpen'))
    .execute();
}

const OF_INVENTORY = [
  'matchedCount',
  'distributionCount',
  'unknownCount',
  'distributionProduct',
  'distributionCycle',
  'distributionCycleKey',
] as const;
const OF_FINDINGS = ['findingsKey', 'softwareIds', 'catalogSoftwareIds', 'rematchedAt'] as const;
const REMATCHED = ['id', ...OF_INVENTORY, ...OF_FINDINGS] as const;

/** An image tag's inventory as the catalog matches it now, and what follows from its findings: null where they stay. */
export type RematchedRow = GivenRow<'imageTag', 'id' | (typeof OF_INVENTORY)[number]> & {
  readonly [Column in (typeof OF_FINDINGS)[number]]: GivenRow<'imageTag'>[Column] | null;
};

/** Writes the catalog's present match of image tags. Plan: the given rows, each with a probe of the primary key. */
export async function updateRematched(
  organizationId: OrganizationId,
  tx: Transaction,
  rows: readonly RematchedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.sql
    .updateTable('imageTag as t')
    .from(
      givenTable<'imageTag', (typeof REMATCHED)[number]>(
        'imageTag',
        sql`${rowsText(REMATCHED, rows)}`,
      ),
    )
    .set(({ ref, fn }) => ({
      matchedCount: ref('given.matchedCount'),
      distributionCount: ref('given.distributionCount'),
      unknownCount: ref('given.unknownCount'),
      distributionProduct: ref('given.distributionProduct'),
      distributionCycle: ref('given.distributionCycle'),
      distributionCycleKey: ref('given.distributionCycleKey'),
      findingsKey: fn.coalesce('given.findingsKey', 't.findingsKey'),
      softwareIds: fn.coalesce('given.softwareIds', 't.softwareIds'),
      catalogSoftwareIds: fn.coalesce('given.catalogSoftwareIds', 't.catalogSoftwareIds'),
      rematchedAt: fn.coalesce('given.rematchedAt', 't.rematchedAt'),
    }))
    .where('t.organizationId', '=', anyOrganization(organizationId))
    // Without it the planner may think that more rows are given than a large organization has, and read all of it.
    .where(({ eb, fn, val }) => eb('t.id', '=', fn.any(val(rows.map(({ id }) => id)))))
    .whereRef('t.id', '=', 'given.id')
    .execute();
}
