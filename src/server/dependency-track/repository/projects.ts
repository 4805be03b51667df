import { sql } from 'kysely';
import { identityOf } from '@/domain/identifiers/identity';
import type { SortDirection } from '@/domain/list';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { findPage } from '@/server/platform/db/page-rows';
import { isKept } from '@/server/inventory/sql';
import { anyOrganization } from '@/server/platform/db/sql';

/** A project in Dependency-Track's sense: one version of one thing that was uploaded. */
export type TrackedRow = NonNullable<Awaited<ReturnType<typeof findTracked>>>;

/**
 * Selects image tags `i`, retired ones, too, with their projects `p` and what is told of the SBOMs and inventories of their latest
 * uploads: as subqueries, which are looked up for the rows of a page alone, and not before these are known.
 */
function tracked(organizationId: OrganizationId, db: Transaction) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'i.labels', 'i.isActive', 'i.isLatest'])
    .select(['i.projectId', 'p.name as projectName', 'i.firstScanAt', 'i.latestScanAt'])
    .select(({ selectFrom }) =>
      selectFrom('sbom as b')
        .select('b.format')
        .where('b.organizationId', '=', own)
        .whereRef('b.id', '=', 'i.sbomId')
        .as('format'),
    )
    .select(
      sql<number>`coalesce((SELECT cardinality(v.component_ids) FROM inventory v
        WHERE v.organization_id = ${own} AND v.id = i.inventory_id), 0)`.as('components'),
    )
    .where('i.organizationId', '=', own)
    .where(isKept('i'));
}

/** Finds one by its id; null for one of another organization, too. Plan: primary keys. */
export async function findTracked(organizationId: OrganizationId, db: Transaction, id: string) {
  const row = await tracked(organizationId, db).where('i.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/**
 * Finds the version of a thing in the project of the same name, as an upload by name makes it. Plan:
 * project_live_name_key, image_tag_live_reference_key.
 */
export async function findTrackedNamed(
  organizationId: OrganizationId,
  db: Transaction,
  { name, version }: { readonly name: string; readonly version: string },
): Promise<TrackedRow | null> {
  const row = await tracked(organizationId, db)
    .where('p.nameKey', '=', identityOf(name))
    .where('p.deletedAt', 'is', null)
    .where('i.referenceKey', '=', identityOf(name, version))
    .executeTakeFirst();
  return row ?? null;
}

export const TRACKED_SORTS = ['name', 'version', 'lastBomImport'] as const;
export type TrackedSort = (typeof TRACKED_SORTS)[number];

const COLUMNS = {
  name: sql`name`,
  version: sql`tag`,
  lastBomImport: sql`latest_scan_at`,
} as const satisfies Record<TrackedSort, unknown>;

/** Null means any. */
export interface TrackedFilter {
  /** To the letter. */
  readonly name: string | null;
  readonly onlyActive: boolean;
  readonly sort: TrackedSort;
  readonly direction: SortDirection;
}

/**
 * Lists a page of those that are not retired; ties by name, version and id. Plan: a scan of the organization's image tags, one
 * sort, and the SBOMs and inventories of the page by primary key.
 */
export function trackedPage(
  organizationId: OrganizationId,
  db: Transaction,
  { name, onlyActive, sort, direction }: TrackedFilter,
  page: PageRequest,
) {
  let matching = tracked(organizationId, db).where('i.deletedAt', 'is', null);
  if (name !== null) matching = matching.where('i.name', '=', name);
  if (onlyActive) matching = matching.where('i.isActive', '=', true);
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`;
  return findPage(db, matching, sql`${COLUMNS[sort]} ${way}, name, tag, id`, page);
}

/** Takes the turn of whoever changes what clients say of the versions of one project. False when it is gone. */
export async function lockProjectOf(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
): Promise<boolean> {
  const row = await tx.sql
    .selectFrom('project')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', projectId)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Waits for whoever changes a version, such as an upload of it that is under way: what is read then is what it left. */
export async function lockTracked(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.sql
    .selectFrom('imageTag')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

/** The fields that clients set on a version of a project. */
export interface TrackedFacts {
  readonly labels: Readonly<Record<string, string>> | null;
  readonly isActive: boolean;
  readonly isLatest: boolean;
}

export async function updateTracked(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  { labels, isActive, isLatest }: TrackedFacts,
): Promise<void> {
  await tx.sql
    .updateTable('imageTag')
    .set({ labels: labels && { ...labels }, isActive, isLatest })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Makes this version the only one of its name in its project that may be the latest. */
export async function demoteOthers(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, projectId, name }: Pick<TrackedRow, 'id' | 'projectId' | 'name'>,
): Promise<void> {
  await tx.sql
    .updateTable('imageTag')
    .set({ isLatest: false })
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .where('isLatest', '=', true)
    .where('id', '<>', id)
    .execute();
}
