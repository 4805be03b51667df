import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { heldThen, lastScanThen, wasCounted, type Past } from '@/server/past/sql';

export type PastProjectRow = NonNullable<Awaited<ReturnType<typeof findPastProject>>>;

/**
 * Finds one project as it was when a day was over, also one that is deleted by now; null for one of another organization. Its
 * images are those that counted then, and its software what these held. Of one whose scans by then are gone nobody knows
 * whether it was scanned last.
 *
 * Plan: primary key; the organization's image tags, of those of the project one probe of their retirements and scans each;
 * what they held as lists of images tell it.
 */
export async function findPastProject(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
  past: Past,
) {
  const own = anyOrganization(organizationId);
  const images = sql<{ images: number; latestScanAt: Date | null }>`(
    SELECT count(*)::int AS images,
           CASE WHEN bool_and(scanned.at IS NOT NULL) THEN max(scanned.at) END AS latest_scan_at
      FROM image_tag v LEFT JOIN LATERAL ${lastScanThen(own, past)} scanned ON true
     WHERE v.organization_id = ${own} AND v.project_id = ${projectId}::uuid AND ${wasCounted(own, past)})`;
  const held = sql<{ softwareIds: string[] }>`(
    SELECT coalesce(array_agg(DISTINCT each.software_id), '{}') AS software_ids
      FROM ${heldThen(own, past, sql<boolean>`i.project_id = ${projectId}::uuid`)} each)`;
  const row = await db.sql
    .selectFrom('project as p')
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .innerJoin(images.as('counted'), (join) => join.onTrue())
    .innerJoin(held.as('held'), (join) => join.onTrue())
    .select(['p.id', 'p.name', 't.id as ownerId', 't.name as ownerName'])
    .select(['counted.images', 'counted.latestScanAt', 'held.softwareIds'])
    .select(sql<boolean>`p.deleted_at IS NOT NULL`.as('isGone'))
    .where('p.organizationId', '=', own)
    .where('p.id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** Tells whether a project existed when a day was over. Plan: primary key. */
export async function projectExistedThen(
  organizationId: OrganizationId,
  db: Transaction,
  projectId: string,
  { before }: Pick<Past, 'before'>,
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('project as p')
    .select('p.id')
    .where('p.organizationId', '=', anyOrganization(organizationId))
    .where('p.id', '=', projectId)
    .where('p.createdAt', '<', before)
    .where((eb) => eb.or([eb('p.deletedAt', 'is', null), eb('p.deletedAt', '>=', before)]))
    .executeTakeFirst();
  return row !== undefined;
}
