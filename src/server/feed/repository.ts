import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import type { FeedSubject } from '@/server/feed-token/service';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { ENDED_BY, SUPPORT } from '@/server/coverage/sql';
import { EVIDENCE } from '@/server/evidence/sql';
import { heldSoftware, heldSoftwareIn, imagesHoldingAnyOf } from '@/server/holding/sql';
import { stateAsOf } from '@/server/catalog/sql';
import type { OwnerScope } from '@/domain/team/owner';
import { isOwnedProject } from '@/server/team/sql';

/** A scope as it is looked up: of a product, by the names under which scanners may report it. */
export interface FeedRange extends FeedSubject {
  /** Folded; null where the scope is no product. */
  readonly nameKeys: readonly string[] | null;
  /** Whose projects it holds; null where the scope is neither a team nor a person's teams. */
  readonly owner: OwnerScope | null;
}

/**
 * Counts the images of a scope that hold each software. Plan: what is kept of the organization, or of the scope's projects; of
 * one image what it holds.
 */
function heldIn({ scope, subjectId, owner }: FeedRange, own: RawBuilder<string>) {
  if (scope === 'image') return heldSoftwareIn(own, { images: sql<boolean>`i.id = ${subjectId}` });
  const projects = projectsIn({ scope, subjectId, owner }, own, 'project_id');
  return projects ? heldSoftwareIn(own, { projects }) : heldSoftware(own);
}

/** Tells whether a project is of a scope; null where all are. */
function projectsIn(
  { scope, subjectId, owner }: Pick<FeedRange, 'scope' | 'subjectId' | 'owner'>,
  own: RawBuilder<string>,
  column: string,
) {
  if (owner) return isOwnedProject(column, own, owner);
  return scope === 'project' ? sql<boolean>`${sql.ref(column)} = ${subjectId}` : null;
}

/** Selects the release cycles `c` that images of a scope hold, with how many hold each software of theirs, in `held`. */
function cyclesIn(range: FeedRange, db: Database) {
  const own = anyOrganization(range.organizationId);
  const { nameKeys } = range;
  const held = sql<{ cycleId: string; softwareIds: string[]; images: number }>`(
    SELECT s.software_cycle_id AS cycle_id, array_agg(s.id) AS software_ids, max(held.images) AS images
      FROM ${heldIn(range, own)} held
      JOIN software s ON s.organization_id = ${own} AND s.id = held.software_id
     GROUP BY s.software_cycle_id)`;
  const found = db.sql
    .selectFrom('softwareCycle as c')
    .innerJoin(held.as('held'), 'held.cycleId', 'c.id')
    .where('c.organizationId', '=', own);
  if (!nameKeys) return found;
  return found.where('c.searchText', '=', (eb) => eb.fn.any(eb.val([...nameKeys])));
}

/**
 * Counts the images of a scope that hold cycle `c`, each once. Plan: what is kept of its software; where it is found as several,
 * their entries of finding_open_software_idx, of some projects with their images.
 */
function imagesOf(range: FeedRange): RawBuilder<number> {
  const own = anyOrganization(range.organizationId);
  const projects = projectsIn(range, own, 'i.project_id');
  if (range.scope === 'image' || !projects) {
    const softwareIds = sql<string[]>`held.software_ids`;
    const group = {
      softwareIds,
      images: sql<number>`held.images`,
      ofProduct: sql<number | null>`NULL::int`,
    };
    return range.scope === 'image' ? group.images : imagesHoldingAnyOf(own, group);
  }
  return sql<number>`CASE WHEN cardinality(held.software_ids) = 1 THEN held.images ELSE (
    SELECT count(DISTINCT f.image_tag_id)::int
      FROM finding f
      JOIN image_tag i ON i.organization_id = ${own} AND i.id = f.image_tag_id
     WHERE f.organization_id = ${own} AND f.software_id = ANY(held.software_ids) AND f.is_open
       AND ${projects}) END`;
}

export type FeedCycleRow = Awaited<ReturnType<typeof feedCycles>>[number];

/**
 * Finds the release cycles that images of a scope hold, with their ends and how many images hold each: those whose
 * end is nearest to today, in the order of their ends. Each row has the number of all cycles that have an end.
 *
 * Plan: what is kept of software by hash join with the organization's cycles, a sort of these, and {@link imagesOf} of those
 * that are taken. No image is looked at for a cycle that is found as one software.
 */
export async function feedCycles(range: FeedRange, db: Database, today: Day, limit: number) {
  const rows = await db.sql
    .with('nearest', () =>
      cyclesIn(range, db)
        .select(['c.id', 'held.softwareIds', 'held.images'])
        .select(({ fn }) => fn.count<number>('c.eolOn').over().as('ends'))
        .select(
          sql<number>`row_number() OVER (ORDER BY ${sql.join(nearestFirst(today))})`.as('position'),
        )
        .orderBy('position')
        .limit(limit),
    )
    .selectFrom('nearest as held')
    .innerJoin('softwareCycle as c', (join) =>
      join
        .on('c.organizationId', '=', anyOrganization(range.organizationId))
        .onRef('c.id', '=', 'held.id'),
    )
    .select(['c.id', 'c.cycleKey', 'c.productName', 'c.cycle', 'c.eolOn', 'c.eolOnKnown'])
    .select(['c.eolSource', 'c.firstSeenOn', 'c.updatedAt', 'c.sortKey', EVIDENCE, SUPPORT])
    .select([ENDED_BY.as('endedBy'), imagesOf(range).as('images'), 'held.ends'])
    .orderBy('held.position')
    .execute();
  return rows.toSorted((left, right) => compare(left.eolOn ?? '~', right.eolOn ?? '~'));
}

const nearestFirst = (today: Day) => [
  sql`abs(c.eol_on - ${today}::date) ASC NULLS LAST`,
  sql`c.sort_key`,
  sql`c.cycle`,
];

const compare = (left: string, right: string) => Number(left > right) - Number(left < right);

/** Finds what became of the ends of cycles, oldest first. Plan: primary key, once a cycle. */
export function movesOf(
  { organizationId }: FeedSubject,
  db: Database,
  cycleIds: readonly string[],
) {
  return db.sql
    .selectFrom('softwareCycleMove as m')
    .select([
      'm.sequence',
      'm.softwareCycleId',
      'm.oldEolOn',
      'm.newEolOn',
      'm.source',
      'm.movedAt',
    ])
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .where('m.softwareCycleId', '=', (eb) => eb.fn.any(eb.val([...cycleIds])))
    .orderBy('m.sequence')
    .execute();
}

/** Counts the release cycles that images of a scope hold, by state. Plan: as {@link feedCycles}, and no image at all. */
export async function feedStates(range: FeedRange, db: Database, today: Day) {
  const rows = await cyclesIn(range, db)
    .select(stateAsOf(today).as('state'))
    .select(({ fn }) =>
      fn.count<number>(fn.coalesce('c.upstreamId', 'c.id')).distinct().as('cycles'),
    )
    .groupBy(sql`state`)
    .execute();
  const none: Record<EolState, number> = { ended: 0, soon: 0, next: 0, later: 0, unknown: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, cycles }) => [state, cycles])) };
}

/** Counts the images of a scope, and the packages in them that the catalog does not know. Plan: the tags' own keys. */
export async function feedImages(
  { organizationId, scope, subjectId, owner }: FeedRange,
  db: Database,
): Promise<{ images: number; unmatched: number }> {
  const own = anyOrganization(organizationId);
  let images = db.sql
    .selectFrom('imageTag as i')
    .select(({ fn }) => [
      fn.countAll<number>().as('images'),
      sql<number>`coalesce(sum(i.unknown_count), 0)::int`.as('unmatched'),
    ])
    .where('i.organizationId', '=', own)
    .where('i.deletedAt', 'is', null);
  if (owner) images = images.where(isOwnedProject('i.projectId', own, owner));
  if (scope === 'project') images = images.where('i.projectId', '=', subjectId);
  if (scope === 'image') images = images.where('i.id', '=', subjectId);
  const row = await images.executeTakeFirstOrThrow();
  return row;
}
