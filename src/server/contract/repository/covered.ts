import { sql } from 'kysely';
import { SUPPORT } from '@/server/coverage/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { allRunning, joined } from '@/server/running/sql';

/** The images that are looked at: those of a project, or those that were heard of in a cluster since some moment. */
export interface CoveredPlace {
  readonly in: 'project' | 'cluster';
  readonly id: string;
  readonly since: Date;
}

/**
 * Finds the software that contracts cover in some images, those whose contract ends first. Plan: the cycles under
 * contracts, which are few, their software and open findings by index, their images by primary key; for a cluster with
 * what runs beside it.
 */
export async function findCoveredIn(
  organizationId: OrganizationId,
  db: Transaction,
  { in: kind, id, since }: CoveredPlace,
  limit: number,
) {
  const own = anyOrganization(organizationId);
  const isThere =
    kind === 'project'
      ? sql<boolean>`t.project_id = ${id}`
      : sql<boolean>`t.id IN (
          SELECT place.image_tag_id FROM (${joined(own, allRunning(own, since))}) place
           WHERE place.cluster_id = ${id})`;
  return db.sql
    .selectFrom('softwareCycle as c')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .innerJoin('finding as f', (join) =>
      join
        .on('f.organizationId', '=', own)
        .onRef('f.softwareId', '=', 's.id')
        .on('f.isOpen', '=', true),
    )
    .innerJoin('imageTag as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'f.imageTagId'),
    )
    .select(['s.id', 'c.productName', 'c.cycle', 's.artifactType', SUPPORT])
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('c.organizationId', '=', own)
    .where('c.contractId', 'is not', null)
    .where(isThere)
    .groupBy(['s.organizationId', 's.id', 'c.organizationId', 'c.id'])
    .orderBy('c.coveredUntil')
    .orderBy('c.sortKey')
    .orderBy('c.cycle')
    .orderBy('s.artifactType')
    .limit(limit)
    .execute();
}
