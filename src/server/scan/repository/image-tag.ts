import { sql, type Insertable, type Selectable } from 'kysely';
import { isKept } from '@/server/inventory/sql';
import { isHeardSql } from '@/server/message/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  anyOrganization,
  type Places,
  placesOf,
  prepared,
  type Sql,
} from '@/server/platform/db/sql';
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

const liveProject = prepared(
  (db, given: Places<{ organizationId: OrganizationId; nameKey: string }>) =>
    db
      .selectFrom('project')
      .select('id')
      .where('organizationId', '=', given('organizationId'))
      .where('nameKey', '=', given('nameKey'))
      .where('deletedAt', 'is', null)
      .forShare(),
);

/**
 * Gives the id of the live project of this name, created when there is none, and kept from being deleted until the
 * transaction ends. Null when it was deleted in this very moment: the caller starts over.
 */
export async function ensureProject(
  organizationId: OrganizationId,
  tx: Transaction,
  project: NewProject,
): Promise<string | null> {
  const { nameKey } = project;
  const [known] = await liveProject(tx.sql, { organizationId, nameKey });
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
  const [created] = await liveProject(tx.sql, { organizationId, nameKey });
  return created?.id ?? null;
}

type ImageTagRow = Insertable<Tables['imageTag']>;

/** An image tag's own columns, which stay as they are. */
const IDENTITY = [
  'id',
  'projectId',
  'kind',
  'name',
  'tag',
  'referenceKey',
  'canonicalName',
  'searchText',
  'sortKey',
] as const;

/** What an image tag holds: many indexes and triggers look at these. */
const SOFTWARE = ['softwareIds', 'catalogSoftwareIds'] as const;

/** The rest of its state by its latest accepted scan. */
const STATE = [
  'digest',
  'labels',
  'repoDigests',
  'verified',
  'location',
  'distro',
  'findingsKey',
  'inventoryId',
  'matchedCount',
  'distributionCount',
  'unknownCount',
  'distributionProduct',
  'distributionCycle',
  'distributionCycleKey',
  'sbomId',
  'latestScanAt',
  'latestScanId',
] as const;

type Columns<Names extends readonly (keyof ImageTagRow)[]> = Required<
  Pick<ImageTagRow, Names[number]>
>;
type ImageTagIdentity = Columns<typeof IDENTITY>;
type ImageTagSoftware = Columns<typeof SOFTWARE>;

/** State of an image tag by its latest accepted scan; no more than these columns. */
export type ImageTagState = Columns<typeof STATE> & ImageTagSoftware;

interface OfOrganization {
  readonly organizationId: OrganizationId;
}

const newImageTag = prepared(
  (db, given: Places<OfOrganization & ImageTagIdentity & ImageTagState>) =>
    db
      .insertInto('imageTag')
      .values({
        organizationId: given('organizationId'),
        ...placesOf(given, [...IDENTITY, ...STATE, ...SOFTWARE]),
        firstScanAt: given('latestScanAt'),
      })
      .onConflict((on) =>
        on
          .columns(['organizationId', 'projectId', 'referenceKey'])
          .where(isKept('image_tag'))
          .doNothing(),
      )
      .returning('id'),
);

/** Inserts an image tag; false when another upload created the same one meanwhile: the caller starts over. */
export async function insertImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  tag: ImageTagIdentity & ImageTagState,
): Promise<boolean> {
  const inserted = await newImageTag(tx.sql, { organizationId, ...tag });
  return inserted.length > 0;
}

const updateOf = (
  db: Pick<Sql, 'updateTable'>,
  given: Places<OfOrganization & { readonly id: string } & Columns<typeof STATE>>,
) =>
  db
    .updateTable('imageTag')
    .set(placesOf(given, STATE))
    .where('organizationId', '=', given('organizationId'))
    .where('id', '=', given('id'));

type UpdatedState = OfOrganization & { readonly id: string } & ImageTagState;

const newState = prepared((db, given: Places<UpdatedState>) => updateOf(db, given));
const newStateWithSoftware = prepared((db, given: Places<UpdatedState>) =>
  updateOf(db, given).set(placesOf(given, SOFTWARE)),
);

/**
 * Writes the state by the latest scan. The software is left alone when it did not change, so that the update of an
 * unchanged re-scan touches no index (a heap-only update).
 */
export async function updateImageTag(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
  state: ImageTagState,
  softwareChanged: boolean,
): Promise<void> {
  const update = softwareChanged ? newStateWithSoftware : newState;
  await update(tx.sql, { organizationId, id, ...state });
}

const SCAN = [
  'acceptedAt',
  'callerKind',
  'callerId',
  'callerName',
  'commitHash',
  'matchCount',
  'componentCount',
  'openedCount',
  'closedCount',
  'answer',
] as const;

/** Of a scan, and of its image tag. */
const OF_BOTH = ['digest', 'inventoryId', 'sbomId'] as const;

type ScanRow = Insertable<Tables['scan']>;
type NewScan = Required<
  Pick<ScanRow, 'id' | 'imageTagId' | (typeof SCAN)[number] | (typeof OF_BOTH)[number]>
>;

const scanOf = (db: Pick<Sql, 'insertInto'>, given: Places<OfOrganization & NewScan>) =>
  db.insertInto('scan').values({
    organizationId: given('organizationId'),
    ...placesOf(given, ['id', 'imageTagId', ...SCAN, ...OF_BOTH]),
  });
const rescan = prepared((db, given: Places<UpdatedState & NewScan>) =>
  db
    .with('tag', (tags) =>
      tags
        .updateTable('imageTag')
        .set(placesOf(given, STATE))
        .where('organizationId', '=', given('organizationId'))
        .where('id', '=', given('imageTagId')),
    )
    .with('kept', (scans) => scanOf(scans, given).returning('id'))
    .selectNoFrom(isHeardSql(given('organizationId'), 'build.denied').as('isHeard')),
);

/**
 * Inserts the scan of an image tag whose software and labels it leaves as they are, and writes the rest of the tag's state
 * with it, as {@link updateImageTag} would.
 * @returns as {@link insertScan}
 */
export async function insertRescan(
  organizationId: OrganizationId,
  tx: Transaction,
  scan: NewScan,
  state: ImageTagState,
): Promise<boolean> {
  const [answer] = await rescan(tx.sql, { organizationId, ...state, ...scan });
  return answer?.isHeard ?? false;
}

const newScan = prepared((db, given: Places<OfOrganization & NewScan>) =>
  db
    // Beside it: a database that is spread answers no question in what an insertion returns.
    .with('kept', (scans) => scanOf(scans, given).returning('id'))
    .selectNoFrom(isHeardSql(given('organizationId'), 'build.denied').as('isHeard')),
);

/** @returns whether any channel hears of denied builds, which costs no statement of its own here */
export async function insertScan(
  organizationId: OrganizationId,
  tx: Transaction,
  scan: NewScan,
): Promise<boolean> {
  const [answer] = await newScan(tx.sql, { organizationId, ...scan });
  return answer?.isHeard ?? false;
}
