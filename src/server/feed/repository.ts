import { sql } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import type { FeedSubject } from '@/server/feed-token/service';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { ENDED_BY, SUPPORT } from '@/server/coverage/sql';
import { EVIDENCE } from '@/server/evidence/sql';
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

/** Selects the open findings `f` of a scope with their images `i` and software cycles `c`. */
function findingsIn(
  { organizationId, scope, subjectId, nameKeys, owner }: FeedRange,
  db: Database,
) {
  const own = anyOrganization(organizationId);
  let found = db.sql
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
    .innerJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.id', '=', 'f.imageTagId'),
    )
    .where('c.organizationId', '=', own)
    .where('i.deletedAt', 'is', null);
  if (scope === 'project') found = found.where('i.projectId', '=', subjectId);
  if (scope === 'image') found = found.where('i.id', '=', subjectId);
  if (owner) found = found.where(isOwnedProject('i.projectId', own, owner));
  if (nameKeys) found = found.where('c.searchText', '=', (eb) => eb.fn.any(eb.val([...nameKeys])));
  return found;
}

export type FeedCycleRow = Awaited<ReturnType<typeof feedCycles>>[number];

/**
 * Finds the release cycles that images of a scope hold, with their ends and how many images hold each: those whose
 * end is nearest to today, in the order of their ends. Each row has the number of all cycles that have an end.
 *
 * Plan: the organization's open findings by hash join with its cycles and images; an image's by
 * finding (organization, image tag), a product's by software_cycle first.
 */
export async function feedCycles(range: FeedRange, db: Database, today: Day, limit: number) {
  const rows = await findingsIn(range, db)
    .select(['c.id', 'c.cycleKey', 'c.productName', 'c.cycle', 'c.eolOn', 'c.eolOnKnown'])
    .select(['c.eolSource', 'c.firstSeenOn', 'c.updatedAt', 'c.sortKey', EVIDENCE, SUPPORT])
    .select(ENDED_BY.as('endedBy'))
    .select(({ fn }) => fn.count<number>('f.imageTagId').distinct().as('images'))
    .select(({ fn }) => fn.count<number>('c.eolOn').over().as('ends'))
    .groupBy(['c.organizationId', 'c.id'])
    .orderBy(sql`abs(c.eol_on - ${today}::date)`, (by) => by.asc().nullsLast())
    .orderBy('c.sortKey')
    .orderBy('c.cycle')
    .limit(limit)
    .execute();
  return rows.toSorted((left, right) => compare(left.eolOn ?? '~', right.eolOn ?? '~'));
}

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

/** Counts the release cycles that images of a scope hold, by state. Plan: as {@link feedCycles}. */
export async function feedStates(range: FeedRange, db: Database, today: Day) {
  const rows = await findingsIn(range, db)
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
