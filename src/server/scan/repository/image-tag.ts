import type { Insertable } from 'kysely';
import type { OrganizationId } from '@/server/auth/organization-id';
import { anyOrganization } from '@/server/database/sql';
import type { Transaction } from '@/server/db';
import type { Tables } from '@/server/prisma-client/tables';

/** An image tag as it stands, locked until the transaction ends. */
export type LockedImageTag = NonNullable<Awaited<ReturnType<typeof lockImageTag>>>;

/**
 * The live image tag of a project's name and a reference, locked: uploads for one tag take turns here.
 * Two index look-ups (project_live_name_key, image_tag_live_reference_key).
 */
export async function lockImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  { projectKey, referenceKey }: { projectKey: string; referenceKey: string },
) {
  const known = await tx.sql
    .selectFrom('project as p')
    .innerJoin('imageTag as t', (join) =>
      join
        .onRef('t.organizationId', '=', 'p.organizationId')
        .onRef('t.projectId', '=', 'p.id')
        .on('t.referenceKey', '=', referenceKey)
        .on('t.deletedAt', 'is', null),
    )
    .leftJoin('inventory as i', (join) =>
      join.onRef('i.organizationId', '=', 't.organizationId').onRef('i.id', '=', 't.inventoryId'),
    )
    .leftJoin('sbom as s', (join) =>
      join.onRef('s.organizationId', '=', 't.organizationId').onRef('s.id', '=', 't.sbomId'),
    )
    .select(['t.id', 't.projectId', 't.findingsKey', 't.softwareIds', 't.catalogSoftwareIds'])
    .select(['t.inventoryId', 'i.contentKey as inventoryKey'])
    .select(['t.sbomId', 's.contentSha256 as sbomSha256'])
    // Of the latest scan, or of the matching that changed its findings since.
    .select(({ fn }) => fn<Date>('greatest', ['t.latestScanAt', 't.rematchedAt']).as('changedAt'))
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.nameKey', '=', projectKey)
    .where('p.deletedAt', 'is', null)
    .forNoKeyUpdate('t')
    .executeTakeFirst();
  return known ?? null;
}

type NewProject = Omit<Insertable<Tables['project']>, 'organizationId'>;

/**
 * The id of the live project of this name, created when there is none, and kept from being deleted until
 * the transaction ends. Null when it was deleted in this very moment: the caller starts over.
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
  await tx.sql
    .insertInto('project')
    .values({ organizationId, ...project })
    .onConflict((on) =>
      on.columns(['organizationId', 'nameKey']).where('deletedAt', 'is', null).doNothing(),
    )
    .execute();
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

/** What the latest accepted scan says of an image tag; no more than these columns. */
export type ImageTagState = Required<
  Omit<
    ImageTagRow,
    keyof ImageTagIdentity | 'organizationId' | 'rematchedAt' | 'firstScanAt' | 'deletedAt'
  >
>;

/** False when another upload created the same tag meanwhile: the caller starts over. */
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
        .where('deletedAt', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Writes what the latest scan says. What it holds is left alone when it did not change, so that the
 * update of an unchanged re-scan touches no index (a heap-only update).
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

export async function insertScan(
  organizationId: OrganizationId,
  tx: Transaction,
  scan: Omit<Insertable<Tables['scan']>, 'organizationId'>,
): Promise<void> {
  await tx.sql
    .insertInto('scan')
    .values({ organizationId, ...scan })
    .execute();
}
