import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization, type Sql } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';

/**
 * What policies judge: components that ship, of which a registry says something, or whose line is stale, and whose end nobody
 * tells. A line of a product that the catalog says goes on is not stale, whatever its releases. Plan: the organization's facts by
 * primary key, of which most components have none, and their components likewise.
 */
function judged(db: Sql, organizationId: OrganizationId) {
  const own = anyOrganization(organizationId);
  return db
    .selectFrom('componentFact as f')
    .innerJoin('component as k', (join) =>
      join.on('k.organizationId', '=', own).onRef('k.id', '=', 'f.componentId'),
    )
    .select(['k.id', 'k.name', 'k.version', 'f.degree', 'f.kind', 'f.message', 'f.successor'])
    .select(['f.url', 'f.releasedOn'])
    .select(({ ref }) => ref('k.purl').$notNull().as('purl'))
    .where('f.organizationId', '=', own)
    .where('k.purl', 'is not', null)
    .where('k.scope', 'is', null)
    .where('k.matchCycleKey', 'is', null)
    .where(({ eb, or }) => or([eb('f.degree', '=', 'registry'), eb('k.matchCycle', 'is', null)]));
}

/** A package that policies judge, with the id of its component. */
export type JudgedRow = Awaited<ReturnType<typeof findJudged>>[number];

/** Finds all that an organization holds, by name, version and id, or those of some components. */
export function findJudged(
  organizationId: OrganizationId,
  db: Transaction,
  componentIds: readonly string[] | null,
) {
  const all = judged(db.sql, organizationId).orderBy('k.name').orderBy('k.version').orderBy('k.id');
  if (componentIds === null) return all.execute();
  return all
    .where(({ eb, fn, val }) => eb('f.componentId', '=', fn.any(val(componentIds))))
    .execute();
}

/**
 * Finds those of some package URLs without qualifiers. Plan: as all of them, with the texts hashed.
 */
export async function findJudgedByPurl(
  organizationId: OrganizationId,
  db: Transaction,
  purls: readonly string[],
): Promise<{ id: string; purl: string }[]> {
  const plain = sql<string>`regexp_replace(k.purl, '[?#].*$', '')`;
  return judged(db.sql, organizationId)
    .clearSelect()
    .select(['k.id', plain.as('purl')])
    .where(sql<boolean>`${plain} = ANY(${[...purls]}::text[])`)
    .execute();
}

/** Finds which components of some live or retired images have facts, as last counted. Plan: primary keys. */
export function findFactsOfImages(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagIds: readonly string[],
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('imageTag as i')
    .innerJoin('inventoryFact as v', (join) =>
      join.on('v.organizationId', '=', own).onRef('v.inventoryId', '=', 'i.inventoryId'),
    )
    .select(['i.id as imageTagId', 'v.componentIds'])
    .where('i.organizationId', '=', own)
    .where(({ eb, fn, val }) => eb('i.id', '=', fn.any(val(imageTagIds))))
    .execute();
}

/** Finds the components of these digests that an organization holds. Plan: the unique key, one look-up each. */
export function findHeld(organizationId: OrganizationId, db: Transaction, keys: readonly string[]) {
  return db.sql
    .selectFrom('component')
    .select(['id', 'componentKey as key'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where(({ eb, fn, val }) => eb('componentKey', '=', fn.any(val(keys))))
    .execute();
}

/**
 * Counts which components of an inventory have facts, in the place of what was counted. Plan: primary keys.
 */
export async function countInventory(
  organizationId: OrganizationId,
  tx: Transaction,
  inventoryId: string,
): Promise<void> {
  await countWhere(organizationId, tx, [inventoryId]);
}

/** Finds ids of inventories, after one of them. Plan: a walk of the primary key. */
export async function inventoryIdsAfter(
  organizationId: OrganizationId,
  db: Transaction,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const first = db.sql
    .selectFrom('inventory')
    .select('id')
    .where('organizationId', '=', anyOrganization(organizationId))
    .orderBy('id')
    .limit(limit);
  const rows = await (after === null ? first : first.where('id', '>', after)).execute();
  return rows.map(({ id }) => id);
}

/**
 * Counts which components of some inventories have facts. An inventory that loses its last one keeps its row: the facts
 * themselves are read beside it.
 *
 * Plan: the inventories by primary key, their arrays against the organization's facts by hash.
 */
export async function countWhere(
  organizationId: OrganizationId,
  tx: Transaction,
  inventoryIds: readonly string[],
): Promise<void> {
  const own = anyOrganization(organizationId);
  await sql`
    INSERT INTO inventory_fact (organization_id, inventory_id, component_ids)
    SELECT ${organizationId}::uuid, v.id, array_agg(f.component_id ORDER BY f.component_id)
      FROM inventory v
     CROSS JOIN LATERAL unnest(v.component_ids) AS held(id)
      JOIN component_fact f ON f.organization_id = ${own} AND f.component_id = held.id
     WHERE v.organization_id = ${own} AND v.id = ANY(${inventoryIds}::uuid[])
     GROUP BY v.id
     ORDER BY v.id
    ON CONFLICT (organization_id, inventory_id) DO UPDATE SET component_ids = excluded.component_ids
     WHERE inventory_fact.component_ids IS DISTINCT FROM excluded.component_ids`.execute(tx.sql);
}

/**
 * Finds the components whose end scanners tell, and not the catalog: those of findings with an end that the scanner named.
 * Plan: the organization's open findings, for a job alone.
 */
export async function findDatedByScanners(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT k.id
      FROM software_cycle c
      JOIN software s ON s.organization_id = ${own} AND s.software_cycle_id = c.id
      JOIN finding d ON d.organization_id = ${own} AND d.software_id = s.id AND d.is_open
     CROSS JOIN LATERAL unnest(d.component_ids) AS named(id)
      JOIN component k ON k.organization_id = ${own} AND k.id = named.id AND k.match_cycle_key IS NULL
     WHERE c.organization_id = ${own} AND c.eol_on IS NOT NULL`.execute(db.sql);
  return rows.map(({ id }) => id);
}
