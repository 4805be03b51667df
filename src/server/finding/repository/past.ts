import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { ESTIMATED_FROM, stateAsOf } from '@/server/catalog/sql';
import { SUPPORT } from '@/server/coverage/sql';
import { evidenceAt } from '@/server/evidence/sql';
import { cyclesAt, wasOpen, type Past } from '@/server/past/sql';

/** What became of an image by the end of a day. */
export type ImageFate = 'counted' | 'not-scanned' | 'retired' | 'deleted';

export type PastImageRow = NonNullable<Awaited<ReturnType<typeof findPastImage>>>;

/**
 * Finds an image tag of the organization as it was when a day was over, whatever became of it since; null for one of another
 * organization, too. Of one that was retired by then, and has come back since, a row of its retirement tells.
 *
 * Plan: primary keys, the image's retirements and the last scan before by their indexes.
 */
export async function findPastImage(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
  { before }: Pick<Past, 'before'>,
) {
  const own = anyOrganization(organizationId);
  const instant = sql`${before}::timestamptz`;
  const fate = sql<ImageFate>`CASE
    WHEN i.first_scan_at >= ${instant} THEN 'not-scanned'
    WHEN EXISTS (
      SELECT FROM image_retirement r
       WHERE r.organization_id = ${own} AND r.image_tag_id = i.id AND r.retired_at < ${instant}
         AND (r.ended_at IS NULL OR r.ended_at >= ${instant})) THEN 'retired'
    WHEN i.deleted_at < ${instant} THEN 'deleted'
    ELSE 'counted' END`;
  const row = await db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('scan as s')
          .select(['s.id', 's.acceptedAt', 's.callerKind', 's.callerName', 's.commitHash'])
          .select(['s.digest', 's.componentCount'])
          .where('s.organizationId', '=', own)
          .whereRef('s.imageTagId', '=', 'i.id')
          .where('s.acceptedAt', '<', before)
          .orderBy('s.acceptedAt', 'desc')
          .orderBy('s.id', 'desc')
          .limit(1)
          .as('scanned'),
      (join) => join.onTrue(),
    )
    .select(['i.id', 'i.kind', 'i.name', 'i.tag', 'i.firstScanAt', fate.as('fate')])
    .select(sql<boolean>`i.deleted_at IS NOT NULL AND i.retired_at IS NULL`.as('isGone'))
    .select(['p.id as projectId', 'p.name as projectName'])
    .select(['t.id as ownerId', 't.name as ownerName'])
    .select(['scanned.id as scanId', 'scanned.acceptedAt', 'scanned.callerKind'])
    .select(['scanned.callerName', 'scanned.commitHash', 'scanned.digest'])
    .select('scanned.componentCount')
    .where('i.organizationId', '=', own)
    .where('i.id', '=', imageTagId)
    .executeTakeFirst();
  return row ?? null;
}

export type PastFindingRow = Awaited<ReturnType<typeof pastImageFindings>>[number];

/**
 * Reads what an image held when a day was over, by the ends that were known then; those with no known end come last.
 *
 * Plan: the image's findings by (organization, image tag), of each one probe of its intervals; the cycles as of the day by
 * hash.
 */
export function pastImageFindings(
  organizationId: OrganizationId,
  db: Transaction,
  imageTagId: string,
  past: Past,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('finding as f')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .innerJoin(cyclesAt(own, past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['f.id', 'f.softwareId', 's.artifactType'])
    .select(['c.productName', 'c.cycle', 'c.lts', 'c.eolOn', 'c.eolOnKnown'])
    .select([ESTIMATED_FROM, evidenceAt(past), SUPPORT, stateAsOf(past.day).as('state')])
    .where('f.organizationId', '=', own)
    .where('f.imageTagId', '=', imageTagId)
    .where(wasOpen(own, past))
    .orderBy(sql`c.eol_on, c.sort_key, c.cycle, s.artifact_type, f.id`)
    .execute();
}
