import { sql, type Insertable, type Selectable } from 'kysely';
import { isKept } from '@/server/inventory/sql';
import { isHeardSql } from '@/server/message/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Transaction } from '@/server/platform/db/db';
import type { Tables } from '@/server/prisma-client/tables';

/** An image tag as it stands, locked until the transaction ends. */
export interface LockedImageTag extends Readonly<
  Pick<
    Selectable<Tables['imageTag']>,
    | 'id'
    | 'projectId'
    | 'findingsKey'
    | 'softwareIds'
    | 'catalogSoftwareIds'
    | 'inventoryId'
    | 'sbomId'
    | 'labels'
    | 'retiredAt'
  >
> {
  readonly inventoryKey: Selectable<Tables['inventory']>['contentKey'] | null;
  readonly sbomSha256: Selectable<Tables['sbom']>['contentSha256'] | null;
  /** Of the latest scan, or of the matching that changed its findings since, or of its return. */
  readonly changedAt: Date;
}

/**
 * Locks the image tag, retired or not, of a project's name and a reference: uploads for one tag take turns here. Two index
 * look-ups (project_live_name_key, image_tag_live_reference_key).
 *
 * A text, as every upload sends it: to build it each time would cost more than all other statements of an upload.
 */
export async function lockImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  { projectKey, referenceKey }: { projectKey: string; referenceKey: string },
): Promise<LockedImageTag | null> {
  const { rows } = await sql<LockedImageTag>`
    SELECT t.id, t.project_id, t.findings_key, t.software_ids, t.catalog_software_ids,
      t.labels, t.retired_at, t.inventory_id, i.content_key AS inventory_key, t.sbom_id, s.content_sha256 AS sbom_sha256,
      greatest(t.latest_scan_at, t.rematched_at, t.brought_back_at) AS changed_at
    FROM project p
    JOIN image_tag t ON t.organization_id = p.organization_id AND t.project_id = p.id
      AND t.reference_key = ${referenceKey} AND ${isKept('t')}
    LEFT JOIN inventory i ON i.organization_id = t.organization_id AND i.id = t.inventory_id
    LEFT JOIN sbom s ON s.organization_id = t.organization_id AND s.id = t.sbom_id
    WHERE p.organization_id = ${anyOrganization(organizationId)} AND p.name_key = ${projectKey}
      AND p.deleted_at IS NULL
    FOR NO KEY UPDATE OF t`.execute(tx.sql);
  return rows[0] ?? null;
}

type NewProject = Omit<Insertable<Tables['project']>, 'organizationId'>;

/**
 * Gives the id of the live project of this name, created when there is none, and kept from being deleted until the
 * transaction ends. Null when it was deleted in this very moment: the caller starts over.
 */
export async function ensureProject(
  organizationId: OrganizationId,
  tx: Transaction,
  project: NewProject,
): Promise<string | null> {
  const live = tx.sql
    .selectFrom('project')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('nameKey', '=', project.nameKey)
    .where('deletedAt', 'is', null)
    .forShare();
  const known = await live.executeTakeFirst();
  if (known) return known.id;
  const made = await tx.sql
    .insertInto('project')
    .values({ organizationId, ...project })
    .onConflict((on) =>
      on.columns(['organizationId', 'nameKey']).where('deletedAt', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  // One's own is nobody else's to delete yet.
  if (made) return made.id;
  const created = await live.executeTakeFirst();
  return created?.id ?? null;
}

type ImageTagRow = Insertable<Tables['imageTag']>;

/** An image tag's own columns, which stay as they are. */
type ImageTagIdentity = Pick<
  ImageTagRow,
  | 'id'
  | 'projectId'
  | 'kind'
  | 'name'
  | 'tag'
  | 'referenceKey'
  | 'canonicalName'
  | 'searchText'
  | 'sortKey'
>;

/** State of an image tag by its latest accepted scan; no more than these columns. */
export type ImageTagState = Required<
  Omit<
    ImageTagRow,
    | keyof ImageTagIdentity
    | 'organizationId'
    | 'rematchedAt'
    | 'firstScanAt'
    | 'deletedAt'
    | 'lastRunAt'
    | 'broughtBackAt'
    | 'retiredAt'
    | 'retiredFindingIds'
    | 'isActive'
    | 'isLatest'
  >
>;

/** Inserts an image tag; false when another upload created the same one meanwhile: the caller starts over. */
export async function insertImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  tag: ImageTagIdentity & ImageTagState,
): Promise<boolean> {
  const inserted = await tx.sql
    .insertInto('imageTag')
    .values({ organizationId, ...tag, firstScanAt: tag.latestScanAt })
    .onConflict((on) =>
      on
        .columns(['organizationId', 'projectId', 'referenceKey'])
        .where(isKept('image_tag'))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Writes the state by the latest scan. The software is left alone when it did not change, so that the update of an
 * unchanged re-scan touches no index (a heap-only update).
 */
export async function updateImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  { softwareIds, catalogSoftwareIds, ...state }: ImageTagState,
  softwareChanged: boolean,
): Promise<void> {
  await tx.sql
    .updateTable('imageTag')
    .set(softwareChanged ? { ...state, softwareIds, catalogSoftwareIds } : state)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

type NewScan = Omit<Insertable<Tables['scan']>, 'organizationId'>;

/**
 * Inserts the scan of an image tag whose software and labels it leaves as they are, and writes the rest of the tag's state
 * with it, as {@link updateImageTag} would.
 * @returns as {@link insertScan}
 */
export async function insertRescan(
  organizationId: OrganizationId,
  tx: Transaction,
  scan: NewScan,
  { softwareIds: _same, catalogSoftwareIds: _too, ...state }: ImageTagState,
): Promise<boolean> {
  const { isHeard } = await tx.sql
    .with('tag', (db) =>
      db
        .updateTable('imageTag')
        .set(state)
        .where('organizationId', '=', organizationId)
        .where('id', '=', scan.imageTagId),
    )
    .with('kept', (db) =>
      db
        .insertInto('scan')
        .values({ organizationId, ...scan })
        .returning('id'),
    )
    .selectNoFrom(isHeardSql(organizationId, 'build.denied').as('isHeard'))
    .executeTakeFirstOrThrow();
  return isHeard;
}

/** @returns whether any channel hears of denied builds, which costs no statement of its own here */
export async function insertScan(
  organizationId: OrganizationId,
  tx: Transaction,
  scan: NewScan,
): Promise<boolean> {
  const { isHeard } = await tx.sql
    // Beside it: a database that is spread answers no question in what an insertion returns.
    .with('kept', (db) =>
      db
        .insertInto('scan')
        .values({ organizationId, ...scan })
        .returning('id'),
    )
    .selectNoFrom(isHeardSql(organizationId, 'build.denied').as('isHeard'))
    .executeTakeFirstOrThrow();
  return isHeard;
}
