import { sql, type Selectable } from 'kysely';
import type { PolicyAction } from '@/domain/policy/policy';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { isKept } from '@/server/inventory/sql';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { withTotal, type ItemsWithTotal, type PageRow } from '@/server/platform/db/page-rows';
import type { Tables } from '@/server/prisma-client/tables';

export interface ScansOfImageName {
  /** Digest of the project's name. */
  readonly projectKey: string;
  readonly canonicalName: string;
  /** Null: any tag. */
  readonly tag: string | null;
  /** The name as stored, tag or not: a scanned directory's, or a reference that could not be parsed. */
  readonly name: string;
}

/**
 * Finds the scans of the tags of one image in one live project, newest first.
 *
 * Plan: project_live_name_key, the project's image tags by image_tag_live_reference_key, their scans by
 * (organization, image tag, acceptance).
 */
export async function scansOfImageName(
  organizationId: OrganizationId,
  db: Database,
  { projectKey, canonicalName, tag, name }: ScansOfImageName,
) {
  return db.sql
    .selectFrom('project as p')
    .innerJoin('imageTag as i', (join) =>
      join
        .onRef('i.organizationId', '=', 'p.organizationId')
        .onRef('i.projectId', '=', 'p.id')
        .on(isKept('i')),
    )
    .innerJoin('scan as s', (join) =>
      join.onRef('s.organizationId', '=', 'p.organizationId').onRef('s.imageTagId', '=', 'i.id'),
    )
    .select(['s.acceptedAt', 'i.tag'])
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.nameKey', '=', projectKey)
    .where('p.deletedAt', 'is', null)
    .where(({ and, eb, or }) => {
      const isOfName = [eb('i.canonicalName', '=', canonicalName)];
      if (tag !== null) isOfName.push(eb('i.tag', '=', tag));
      return or([and(isOfName), eb('i.name', '=', name)]);
    })
    .orderBy('s.acceptedAt', 'desc')
    .orderBy('s.id', 'desc')
    .execute();
}

const scansOf = (organizationId: OrganizationId, db: Database, imageTagId: string) =>
  db.sql
    .selectFrom('scan')
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('imageTagId', '=', imageTagId);

const shownScans = (organizationId: OrganizationId, db: Database, imageTagId: string) =>
  scansOf(organizationId, db, imageTagId)
    .select(['id', 'acceptedAt', 'callerKind', 'callerName', 'commitHash', 'digest'])
    .select(['matchCount', 'componentCount', 'openedCount', 'closedCount'])
    // The verdict of that day's policies.
    .select(sql<PolicyAction>`answer -> 'policy' ->> 'action'`.as('policyAction'))
    // Whether the scanner had read the policies before; null where that means nothing.
    .select(sql<boolean | null>`(answer ->> 'policiesRead')::boolean`.as('policiesRead'));

export type ScanRow = Awaited<ReturnType<ReturnType<typeof shownScans>['execute']>>[number];

/**
 * Reads a page of the scans of one image tag, newest first.
 *
 * Plan: an index-only count, and a walk of the same index in its order: (organization, image tag,
 * acceptance, id).
 */
export async function scansOfImageTag(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  page: PageRequest,
): Promise<ItemsWithTotal<ScanRow>> {
  const counted = scansOf(organizationId, db, imageTagId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .as('counted');
  const shown = shownScans(organizationId, db, imageTagId)
    .orderBy('acceptedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(offsetOf(page))
    .as('page');
  const rows = await db.sql
    .selectFrom(counted)
    .leftJoin(shown, (join) => join.onTrue())
    .selectAll()
    .orderBy('page.acceptedAt', 'desc')
    .orderBy('page.id', 'desc')
    // The join gives all columns of a scan or none, which its type does not say.
    .$castTo<PageRow<ScanRow>>()
    .execute();
  return withTotal<ScanRow>(rows);
}

/** A software cycle that a scan, or the catalog after it, was the first to find or the first to lack. */
export interface ScanChangeRow extends Pick<Selectable<Tables['softwareCycle']>, 'productName'> {
  /** The acceptance of the latest scan before the change; of the scan that made it, when `at` is the same. */
  readonly since: Date;
  readonly at: Date;
  readonly change: 'opened' | 'closed';
  readonly releaseCycle: string;
  /** Number of changes of this kind at this instant. */
  readonly count: number;
}

/** Bounds on the changes that are named. */
export interface ChangeLimits {
  /** Of each kind at one instant. */
  readonly named: number;
  /** Changes of the catalog between two scans, newest first. */
  readonly catalogChanges: number;
}

/**
 * Names what the scans of one image tag accepted at these instants brought and took away, and what the catalog did
 * after each until the next; newest first.
 *
 * Plan: the image's findings by (organization, image tag), their intervals by (organization, finding), for
 * each end of these the scan before it by (organization, image tag, acceptance), the rest by primary key: a
 * few intervals for each software the image ever held. 5 ms for 1,700 changes over 400 scans.
 */
export async function changesSinceScans(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  acceptedAt: readonly Date[],
  { named, catalogChanges }: ChangeLimits,
): Promise<ScanChangeRow[]> {
  const { rows } = await sql<ScanChangeRow>`
    WITH changed AS (
      SELECT scan.accepted_at AS since, moment.at, moment.change, c.product_name, c.cycle AS release_cycle,
        row_number() OVER (
          PARTITION BY moment.at, moment.change ORDER BY c.sort_key, c.cycle, s.artifact_type
        ) AS position,
        count(*) OVER (PARTITION BY moment.at, moment.change) AS count,
        dense_rank() OVER (PARTITION BY scan.accepted_at ORDER BY moment.at DESC) AS age
      FROM finding f
      JOIN finding_interval v ON v.organization_id = f.organization_id AND v.finding_id = f.id
      CROSS JOIN LATERAL (VALUES (v.opened_at, 'opened'), (v.closed_at, 'closed')) AS moment(at, change)
      CROSS JOIN LATERAL (
        SELECT accepted_at FROM scan
        WHERE organization_id = f.organization_id AND image_tag_id = f.image_tag_id
          AND accepted_at <= moment.at
        ORDER BY accepted_at DESC
        LIMIT 1
      ) scan
      JOIN software s ON s.organization_id = f.organization_id AND s.id = f.software_id
      JOIN software_cycle c ON c.organization_id = f.organization_id AND c.id = s.software_cycle_id
      WHERE f.organization_id = ${anyOrganization(organizationId)} AND f.image_tag_id = ${imageTagId}
        -- That it was retired, and came back, changed nothing in it.
        AND NOT EXISTS (
          SELECT FROM image_retirement r
           WHERE r.organization_id = f.organization_id AND r.image_tag_id = f.image_tag_id
             AND CASE moment.change
                   WHEN 'closed' THEN moment.at = r.retired_at
                   ELSE moment.at = r.ended_at AND EXISTS (
                     SELECT FROM finding_interval w
                      WHERE w.organization_id = f.organization_id AND w.finding_id = f.id
                        AND w.closed_at = r.retired_at)
                 END)
        AND scan.accepted_at = ANY(${acceptedAt}::timestamptz[])
    )
    SELECT since, at, change, product_name, release_cycle, count
    FROM changed
    WHERE position <= ${named} AND (at = since OR age <= ${catalogChanges})
    ORDER BY at DESC, change, position`.execute(db.sql);
  return rows;
}
