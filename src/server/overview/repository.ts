import { sql, type NotNull } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { DayRange, EolState } from '@/domain/eol/proximity';
import type { OwnerScope } from '@/domain/team/owner';
import { heldByOwner, isOwnedProject } from '@/server/team/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { SUPPORT, SUPPORT_ELSEWHERE } from '@/server/coverage/sql';
import { ESTIMATED_FROM, isHeld, stateAsOf } from '@/server/catalog/sql';

export type StateCounts = Record<EolState, number>;

/** A day, and the instant at which its findings are looked at. */
export interface Moment {
  readonly day: Day;
  readonly at: Date;
}

/**
 * Counts software found open somewhere by state: now as of today, and then as of the day of then.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows), for each a probe
 * of finding_open_software_idx and one of finding_interval by (organization, software, opened): 25 ms for 1,500.
 */
export async function statesNowAndThen(
  organizationId: OrganizationId,
  db: Database,
  today: Day,
  then: Moment,
  owner: OwnerScope | null = null,
): Promise<{ now: StateCounts; then: StateCounts }> {
  const own = anyOrganization(organizationId);
  const wasOpen = sql`i.opened_at < ${then.at}::timestamptz
        AND (i.closed_at IS NULL OR i.closed_at >= ${then.at}::timestamptz)`;
  const wasHeld = owner
    ? sql<boolean>`s.id IN (
      SELECT i.software_id FROM image_tag t
      JOIN finding f ON f.organization_id = ${own} AND f.image_tag_id = t.id
      JOIN finding_interval i ON i.organization_id = ${own} AND i.finding_id = f.id
      WHERE t.organization_id = ${own} AND ${isOwnedProject('t.project_id', own, owner)} AND ${wasOpen})`
    : sql<boolean>`EXISTS (
      SELECT FROM finding_interval i
      WHERE i.organization_id = ${own} AND i.software_id = s.id AND ${wasOpen})`;
  const isHeldNow = owner
    ? sql<boolean>`s.id IN (SELECT held.software_id FROM ${heldByOwner(own, owner)} held)`
    : isHeld(own);
  const rows = await db.sql
    .selectFrom((of) =>
      of
        .selectFrom('software as s')
        .innerJoin('softwareCycle as c', (join) =>
          join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
        )
        .select([stateAsOf(today).as('state'), stateAsOf(then.day).as('stateThen')])
        .select([isHeldNow.as('isHeld'), wasHeld.as('wasHeld')])
        .where('s.organizationId', '=', own)
        .as('software'),
    )
    .select(['state', 'stateThen', 'isHeld', 'wasHeld'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['state', 'stateThen', 'isHeld', 'wasHeld'])
    .execute();
  const counts = { now: noneYet(), then: noneYet() };
  for (const { state, stateThen, isHeld, wasHeld, count } of rows) {
    if (isHeld) counts.now[state] += count;
    if (wasHeld) counts.then[stateThen] += count;
  }
  return counts;
}

const noneYet = (): StateCounts => ({ ended: 0, soon: 0, next: 0, later: 0, unknown: 0 });

/** The orders in which software is pointed out. */
const ENDING_ORDERS = {
  latest: sql`c.eol_on DESC, held.images DESC`,
  earliest: sql`c.eol_on, held.images DESC`,
  images: sql`held.images DESC, c.eol_on`,
} as const;
export type EndingOrder = keyof typeof ENDING_ORDERS;

export type EndingSoftware = Awaited<ReturnType<typeof endingSoftware>>[number];

/**
 * Finds the first software with an end in a range, with the number of image tags that hold it; software that ended
 * on an unknown day only where there is no first day.
 *
 * Plan: software_cycle by (organization, eol_on), its software by (organization, cycle), an index-only count of
 * finding_open_software_idx for each, in the order of ends until there are enough: some hundreds of entries. By
 * images it is all cycles in the range and all their software: 190,000 findings in 20 ms. Counted in a lateral
 * join, each count is made once; as a column that is filtered by, it was made twice.
 */
export function endingSoftware(
  organizationId: OrganizationId,
  db: Database,
  { after, until }: DayRange,
  order: EndingOrder,
  limit: number,
  owner: OwnerScope | null = null,
) {
  const own = anyOrganization(organizationId);
  const heldByAny = sql<{ softwareId: string; images: number }>`(
    SELECT s.id AS software_id, count(*) AS images FROM finding f
    WHERE f.organization_id = ${own} AND f.software_id = s.id AND f.is_open)`;
  let ending = db.sql
    .selectFrom('softwareCycle as c')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .innerJoinLateral((owner ? heldByOwner(own, owner) : heldByAny).as('held'), (join) =>
      join.onRef('held.softwareId', '=', 's.id'),
    )
    .select(['s.id', 'c.productName', 'c.cycle', 's.artifactType', 'c.eolOn', 'c.eolOnKnown'])
    .select([ESTIMATED_FROM, SUPPORT, SUPPORT_ELSEWHERE, 'held.images'])
    .$narrowType<{ eolOn: NotNull }>()
    .where('c.organizationId', '=', own)
    .where('c.eolOn', 'is not', null)
    .where('held.images', '>', 0);
  if (after !== null) ending = ending.where('c.eolOn', '>', after).where('c.eolOnKnown', '=', true);
  if (until !== null) ending = ending.where('c.eolOn', '<=', until);
  return ending
    .orderBy(ENDING_ORDERS[order])
    .orderBy('c.sortKey')
    .orderBy('c.cycle')
    .orderBy('s.artifactType')
    .orderBy('s.id')
    .limit(limit)
    .execute();
}
