import { sql } from 'kysely';
import type { LabelCondition } from '@/domain/image/list';
import type { OwnerScope } from '@/domain/team/owner';
import { isOwnedProject } from '@/server/team/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { hasLabel } from '@/server/image/sql';
import { SUPPORT, SUPPORT_ELSEWHERE } from '@/server/coverage/sql';
import { ESTIMATED_FROM } from '@/server/catalog/sql';

/** Null means any. */
export interface TimelineFilter {
  readonly projectId: string | null;
  readonly label: LabelCondition | null;
  readonly artifactType: string | null;
  readonly owner: OwnerScope | null;
}

export type TimelineRow = Awaited<ReturnType<typeof timelineRows>>[number];

/**
 * The software that images hold, with how many hold it, soonest end first and what has no known end last. Each row
 * carries how many there are without the limit.
 *
 * Plan: of all images an index-only walk of finding_open_software_idx, which has each software's entries together;
 * of some of them a scan of those image tags (of a project's by image_tag_live_reference_key), their software
 * unnested and counted by hash, which is what lets project and label narrow it. Then software and cycles by primary
 * key (some hundreds to thousands of rows) and a sort of those: 45 ms for 10,000 images that hold forty of 1,500 each,
 * 30 ms when a label leaves a third of them, 10 ms for a project with 500. Either way a count is the length of the
 * list of images that it leads to.
 */
export function timelineRows(
  organizationId: OrganizationId,
  db: Database,
  filter: TimelineFilter,
  limit: number,
) {
  const own = anyOrganization(organizationId);
  const isOfAll = filter.projectId === null && filter.label === null && filter.owner === null;
  let timeline = db.sql
    .with('held', () =>
      isOfAll ? heldByAll(organizationId, db) : heldBySome(organizationId, db, filter),
    )
    .selectFrom('held')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'held.softwareId'),
    )
    .innerJoin('softwareCycle as c', (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['s.id', 'c.productName', 'c.cycle', 's.artifactType', 'c.lts', 'c.releasedOn'])
    .select(['c.eolOn', 'c.eolOnKnown', ESTIMATED_FROM, SUPPORT, SUPPORT_ELSEWHERE])
    .select(['held.images'])
    .select(({ fn }) => fn.countAll<number>().over().as('total'));
  if (filter.artifactType !== null)
    timeline = timeline.where('s.artifactType', '=', filter.artifactType);
  return timeline
    .orderBy('c.eolOn', (by) => by.asc().nullsLast())
    .orderBy('c.sortKey')
    .orderBy('c.cycle')
    .orderBy('s.artifactType')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}

/** Counts the images that hold each software. */
function heldByAll(organizationId: OrganizationId, db: Database) {
  return db.sql
    .selectFrom('finding as f')
    .select('f.softwareId')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('f.organizationId', '=', anyOrganization(organizationId))
    .where('f.isOpen', '=', true)
    .groupBy('f.softwareId');
}

/** Counts those of some images that hold each software. */
function heldBySome(
  organizationId: OrganizationId,
  db: Database,
  { projectId, label, owner }: TimelineFilter,
) {
  const own = anyOrganization(organizationId);
  let each = db.sql
    .selectFrom('imageTag as i')
    .select(sql<string>`unnest(i.software_ids)`.as('softwareId'))
    .where('i.organizationId', '=', own)
    .where('i.deletedAt', 'is', null);
  if (projectId !== null) each = each.where('i.projectId', '=', projectId);
  if (label) each = each.where(hasLabel(label));
  if (owner) each = each.where(isOwnedProject('i.project_id', own, owner));
  return db.sql
    .selectFrom(each.as('each'))
    .select('softwareId')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .groupBy('softwareId');
}
