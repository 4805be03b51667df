import { sql } from 'kysely';
import type { HeldComponent } from '@/domain/inventory/difference';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { ESTIMATED_FROM } from '@/server/catalog/sql';
import { SUPPORT } from '@/server/coverage/sql';
import { EVIDENCE, JOINED_FACT } from '@/server/evidence/sql';
import { hasFinding, isKept } from '@/server/inventory/sql';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

export type ImageStateRow = NonNullable<Awaited<ReturnType<typeof findImageState>>>;

/**
 * Finds an image, retired or not, with the scan whose state is asked for; with its latest scan when none is named. Null when there is
 * no such image, or it has no such scan. Plan: primary keys, and one probe of the scans by (image tag, acceptance).
 */
export async function findImageState(
  organizationId: OrganizationId,
  db: Database,
  { imageTagId, scanId }: { readonly imageTagId: string; readonly scanId: string | null },
) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .innerJoin('scan', (join) =>
      join
        .on('scan.organizationId', '=', own)
        .onRef('scan.imageTagId', '=', 'i.id')
        .on('scan.id', '=', scanId === null ? sql.ref('i.latest_scan_id') : scanId),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'p.name as projectName'])
    .select(['scan.id as scanId', 'scan.acceptedAt', 'scan.inventoryId', 'scan.componentCount'])
    .select(
      // Intervals end and begin at the times of scans: of two at the same time only the later one's state is known.
      sql<boolean>`EXISTS (SELECT FROM scan other
        WHERE other.organization_id = ${own} AND other.image_tag_id = i.id
          AND other.accepted_at = scan.accepted_at AND other.id > scan.id)`.as('isOvertaken'),
    )
    .where('i.organizationId', '=', own)
    .where('i.id', '=', imageTagId)
    .where(isKept('i'))
    .executeTakeFirst();
  return row ?? null;
}

export type HeldFindingRow = Awaited<ReturnType<typeof findingsOfImage>>[number];

/**
 * Reads the findings that an image had at an instant, null for now or, when it is retired, for when it was, with the ends of their cycles as they are known
 * today. Plan: its findings by (organization, image tag), their intervals by (organization, finding), software and cycles
 * by primary key.
 */
export function findingsOfImage(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  at: Date | null,
) {
  const own = anyOrganization(organizationId);
  const wasOpen = sql<boolean>`EXISTS (SELECT FROM finding_interval v
    WHERE v.organization_id = ${own} AND v.finding_id = f.id
      AND v.opened_at <= ${at}::timestamptz AND (v.closed_at IS NULL OR v.closed_at > ${at}::timestamptz))`;
  return db.sql
    .selectFrom('finding as f')
    .innerJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.id', '=', 'f.imageTagId'),
    )
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['f.id', 'c.productName', 'c.cycle', 's.artifactType', 'c.eolOn', 'c.eolOnKnown'])
    .select([ESTIMATED_FROM, EVIDENCE, SUPPORT])
    .where('f.organizationId', '=', own)
    .where('f.imageTagId', '=', imageTagId)
    .where(at === null ? hasFinding('i', 'f') : wasOpen)
    .execute();
}

export interface HeldComponentRow extends Omit<HeldComponent, 'software'> {
  /** The product's slug and cycle where it is its vendor's release. */
  readonly product: string | null;
  readonly cycle: string | null;
  readonly hasEnd: boolean;
}

/**
 * Reads the components of an inventory, with what policies on packages would judge them by. Plan: the inventory by primary key, one
 * probe for each of its components, and one for its fact.
 */
export async function componentsOfInventory(
  organizationId: OrganizationId,
  db: Database,
  inventoryId: string,
): Promise<HeldComponentRow[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<HeldComponentRow>`
    SELECT k.name, k.version, k.type, k.purl, k.match_cycle_key IS NOT NULL AS has_end,
      CASE WHEN k.match_state = 'vendor' THEN k.match_product END AS product,
      CASE WHEN k.match_state = 'vendor' THEN k.match_cycle END AS cycle,
      CASE WHEN k.scope IS NULL AND k.match_cycle_key IS NULL AND (f.degree = 'registry' OR k.match_cycle IS NULL)
            AND f.degree IS NOT NULL
        THEN json_build_object('degree', f.degree, 'kind', f.kind, 'message', f.message,
          'successor', f.successor, 'releasedOn', f.released_on) END AS fact
    FROM inventory v
    CROSS JOIN unnest(v.component_ids) AS held(id)
    JOIN component k ON k.organization_id = v.organization_id AND k.id = held.id
    ${JOINED_FACT}
    WHERE v.organization_id = ${own} AND v.id = ${inventoryId}`.execute(db.sql);
  return rows;
}

/** A project and an image in it, each by the digest of its name. */
export interface NamedImage {
  readonly projectKey: string;
  readonly referenceKey: string;
}

/** Finds the images, retired or not, of any of these names. Plan: one probe of project_live_name_key for each, then of the tags. */
export async function findNamedImages(
  organizationId: OrganizationId,
  db: Database,
  names: readonly NamedImage[],
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT t.id
    FROM unnest(${names.map(({ projectKey }) => projectKey)}::uuid[],
      ${names.map(({ referenceKey }) => referenceKey)}::uuid[]) AS named(project_key, reference_key)
    JOIN project p ON p.organization_id = ${own} AND p.name_key = named.project_key
      AND p.deleted_at IS NULL
    JOIN image_tag t ON t.organization_id = p.organization_id AND t.project_id = p.id
      AND t.reference_key = named.reference_key AND ${isKept('t')}`.execute(db.sql);
  return rows.map(({ id }) => id);
}
