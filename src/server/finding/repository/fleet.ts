import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { FindingSort } from '@/domain/finding/list';
import type { SortDirection } from '@/domain/list';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { SoftwareWord } from '@/domain/search/software-words';
import type { LabelCondition } from '@/domain/image/list';
import type { OwnerScope } from '@/domain/team/owner';
import type { GrantedWaiver } from '@/domain/waiver/set';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database } from '@/server/platform/db/db';
import { itemsInBatches, listOfPage, pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { anyOrganization } from '@/server/platform/db/sql';
import { ESTIMATED_FROM, isSoftwareNamed, stateAsOf } from '@/server/catalog/sql';
import { heldSoftware } from '@/server/holding/sql';
import { SUPPORT } from '@/server/coverage/sql';
import { evidenceAt, evidenceOfCycleAt } from '@/server/evidence/sql';
import { isFoundBy } from '@/server/image/sql';
import { hasLabel, isKept } from '@/server/inventory/sql';
import type { Tables } from '@/server/prisma-client/tables';
import { cyclesAt, wasOpen, type Past } from '@/server/past/sql';
import { isOwnedProject } from '@/server/team/sql';
import { waivedFindings } from './waived';

/** The findings to list and their order: equals fall back to software, image and id. Null means any. */
export interface FleetList {
  /** Words that the software, its image or the image's project goes by, all of them. */
  readonly words: readonly SoftwareWord[];
  readonly state: EolState | null;
  /** How well its end is known. */
  readonly evidence: EvidenceDegree | null;
  readonly artifactType: string | null;
  readonly productKey: string | null;
  readonly projectIds: readonly string[] | null;
  readonly owner: OwnerScope | null;
  readonly label: LabelCondition | null;
  /** Only what these images hold, or all others. */
  readonly running: { readonly ids: readonly string[]; readonly isIn: boolean } | null;
  /** Only what these waivers cover, or all else. */
  readonly waived: { readonly by: readonly GrantedWaiver[]; readonly isIn: boolean } | null;
  /** Only these findings. */
  readonly ids: readonly string[] | null;
  readonly sort: FindingSort;
  readonly direction: SortDirection;
  /** As of which ends of life are classed. */
  readonly today: Day;
  /** What was found open then, in images that are gone by now too; null: what is open now. */
  readonly before: Date | null;
  /** The day that they are looked at as of, by what was known of ends then; null: what is known now. */
  readonly past: Past | null;
}

export type FleetFindingRow = Awaited<ReturnType<typeof fleetPage>>['items'][number];

/** Reads a page of the open findings of all images that count, and how many there are by state, whatever state is asked for. */
export async function fleetPage(
  organizationId: OrganizationId,
  db: Database,
  list: FleetList,
  page: PageRequest,
) {
  const rows = await (isBySoftware(list) ? findingsBySoftware : fleetFindings)(
    organizationId,
    db,
    list,
    page,
  ).execute();
  const { ended = 0, soon = 0, next = 0, later = 0, unknown = 0 } = rows[0] ?? {};
  return { ...withTotal(rows), states: { ended, soon, next, later, unknown } };
}

/** Reads all findings of the same list in batches. */
export function allFleetFindings(organizationId: OrganizationId, db: Database, list: FleetList) {
  return itemsInBatches(db, fleetFindings(organizationId, db, list, null));
}

/** What has no known end comes last, whichever end comes first. */
const DIRECTIONS = {
  asc: sql`ASC NULLS LAST`,
  desc: sql`DESC NULLS LAST`,
} as const satisfies Record<SortDirection, RawBuilder<unknown>>;

/** What a list is ordered by first, as numbers: they are cheaper to sort by the hundred thousand than names. */
const KEYS = {
  end: sql`held.end_place`,
  name: sql`held.software_place`,
  image: sql`tags.image_place`,
  project: sql`tags.project_place`,
  firstSeen: sql`f.first_seen_at`,
} as const satisfies Record<FindingSort, RawBuilder<unknown>>;

interface FindingOnPage {
  readonly id: string;
  readonly position: number;
  readonly state: EolState;
}

/** Tells whether a list is in the order of its software, with all findings of each that it has. */
export function isBySoftware({ words, sort, ...list }: FleetList): boolean {
  const { projectIds, owner, label, running, waived, ids, before } = list;
  const conditions = [projectIds, owner, label, running, waived, ids, before];
  const isWhole = words.length === 0 && conditions.every((one) => one === null);
  return isWhole && (sort === 'end' || sort === 'name');
}

/**
 * Selects the page of a list that is in the order of its software, without a look at the findings of the software before
 * it: how many each has says where the page begins.
 *
 * Plan: the organization's software, and by hash the kept counts of what is held; then the findings of the
 * software on the page from the same index, sorted by their image tags; the page's rows by primary keys.
 */
export function findingsBySoftware(
  organizationId: OrganizationId,
  db: Database,
  query: FleetList,
  page: PageRequest,
) {
  const own = anyOrganization(organizationId);
  const isListed = query.state === null ? sql`true` : sql`held.state = ${query.state}`;
  const order = sql`${KEYS[query.sort]} ${DIRECTIONS[query.direction]}, held.software_place`;
  const list = db.sql
    .with(
      (cte) => cte('held').materialized(),
      () =>
        numberedSoftware(organizationId, db, query)
          .leftJoin(heldSoftware(own).as('counted'), 'counted.softwareId', 's.id')
          .select(sql<number>`coalesce(counted.images, 0)`.as('findings')),
    )
    .with(
      (cte) => cte('matching').materialized(),
      (of) =>
        of
          .selectFrom('held')
          .select(['held.id', 'held.state', 'held.findings', isListed.as('isListed')])
          .select(
            sql<number>`(sum(CASE WHEN ${isListed} THEN held.findings ELSE 0 END)
              OVER (ORDER BY ${order}))::bigint`.as('upTo'),
          ),
    );
  const found = (where: RawBuilder<unknown>) =>
    sql<number>`coalesce(sum(findings) FILTER (WHERE ${where}), 0)::bigint`;
  return listOfPage(list, {
    cut: cutBySoftware(own, page),
    counts: (of) =>
      of
        .selectFrom('matching')
        .select([
          found(sql`is_listed`).as('total'),
          found(sql`state = 'ended'`).as('ended'),
          found(sql`state = 'soon'`).as('soon'),
          found(sql`state = 'next'`).as('next'),
          found(sql`state = 'later'`).as('later'),
          found(sql`state = 'unknown'`).as('unknown'),
        ]),
    items: () => shownFindings(own, null),
  });
}

/**
 * The findings on a page, of software `matching` that has the last of its findings at `up_to` of the list. The last limit
 * cuts nothing off: it tells the planner how few rows there are to join.
 */
function cutBySoftware(own: RawBuilder<string>, page: PageRequest) {
  const begin = sql`${offsetOf(page)}::bigint`;
  const end = sql`${offsetOf(page) + page.size}::bigint`;
  return sql<Record<string, unknown>>`(
    SELECT one.id, m.state, row_number() OVER (ORDER BY m.up_to, one.sort_key, one.image_tag_id) AS position
      FROM matching m CROSS JOIN LATERAL (
        SELECT f.id, i.sort_key, i.id AS image_tag_id
          FROM finding f JOIN image_tag i ON i.organization_id = ${own} AND i.id = f.image_tag_id
         WHERE f.organization_id = ${own} AND f.software_id = m.id AND f.is_open
         ORDER BY i.sort_key, i.id
         LIMIT least(m.up_to, ${end}) - greatest(m.up_to - m.findings, ${begin})
        OFFSET greatest(${begin} - (m.up_to - m.findings), 0)
      ) one
     WHERE m.is_listed AND m.findings > 0 AND m.up_to > ${begin} AND m.up_to - m.findings < ${end}
     LIMIT ${page.size}
  )`;
}

/**
 * Selects the page of any list, or all of it.
 *
 * Plan: the organization's software and its image tags, each scanned and numbered once in the order of names; their open
 * findings by hash joins with both, and with what is waived where that is asked for, found once by {@link waivedFindings};
 * the page's rows by primary keys.
 */
export function fleetFindings(
  organizationId: OrganizationId,
  db: Database,
  query: FleetList,
  page: PageRequest | null,
) {
  const own = anyOrganization(organizationId);
  const { state, words, direction, before, waived } = query;
  const isListed = sql<boolean>`state = ${state}`;
  const isChosen = sql<boolean>`f.id = ANY(${query.ids}::uuid[])`;
  const isWaived = sql<boolean>`f.id IN (SELECT waived.id FROM waived)`;
  const list = db.sql
    .with(
      (cte) => cte('held').materialized(),
      () => numberedSoftware(organizationId, db, query),
    )
    .with(
      (cte) => cte('tags').materialized(),
      () => numberedImages(organizationId, db, query),
    )
    // Nobody reads it where it is not asked for, and nothing is looked up then.
    .with(
      (cte) => cte('waived').materialized(),
      (of) =>
        of
          .selectFrom(waivedFindings(own, waived?.by ?? [], before === null).as('covered'))
          .select('covered.id'),
    )
    .with(
      (cte) => cte('matching').materialized(),
      (of) =>
        of
          .selectFrom('finding as f')
          .innerJoin('held', 'held.id', 'f.softwareId')
          .innerJoin('tags', 'tags.id', 'f.imageTagId')
          .select(['f.id', 'held.state', 'held.softwarePlace', 'tags.imagePlace'])
          .select(KEYS[query.sort].as('key'))
          .where('f.organizationId', '=', own)
          .where((eb) => (before ? wasOpen(own, { before }) : eb('f.isOpen', '=', true)))
          .where((eb) => (query.ids ? isChosen : eb.lit(true)))
          // Compared, it is looked up in a hash; alone it would be a join, which the planner takes to be of a few rows.
          .where((eb) => (waived ? eb(isWaived, '=', waived.isIn) : eb.lit(true)))
          // It holds for all where no words are asked for, which the planner cannot know: half a million rows would be two thousand
          // to it, and all of a list be read by a look-up for each.
          .where((eb) =>
            words.length === 0
              ? eb.lit(true)
              : sql<boolean>`held.words | tags.words = ${2 ** words.length - 1}`,
          ),
    );
  return pageOfList(list, {
    order: sql`key ${DIRECTIONS[direction]}, software_place, image_place, id`,
    listed: state === null ? undefined : isListed,
    page,
    counts: (of) =>
      of.selectFrom('matching').select(({ fn }) => {
        const count = fn.countAll<number>();
        return [
          (state === null ? count : count.filterWhere(isListed)).as('total'),
          count.filterWhere('state', '=', 'ended').as('ended'),
          count.filterWhere('state', '=', 'soon').as('soon'),
          count.filterWhere('state', '=', 'next').as('next'),
          count.filterWhere('state', '=', 'later').as('later'),
          count.filterWhere('state', '=', 'unknown').as('unknown'),
        ];
      }),
    items: () => shownFindings(own, query.past),
  });
}

/** The findings on a page, by primary keys. */
function shownFindings(own: RawBuilder<string>, past: Past | null) {
  return expressionBuilder<Tables & { page: FindingOnPage }>()
    .selectFrom('page')
    .innerJoin('finding as f', (join) =>
      join.on('f.organizationId', '=', own).onRef('f.id', '=', 'page.id'),
    )
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.id', '=', 'f.softwareId'),
    )
    .innerJoin(cyclesAt(own, past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .innerJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.id', '=', 'f.imageTagId'),
    )
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .select(['page.id', 'page.position', 'page.state', 'f.softwareId', 'f.firstSeenAt'])
    .select(['c.productName', 'c.cycle', 's.artifactType', 'c.lts'])
    .select(['c.eolOn', 'c.eolOnKnown', ESTIMATED_FROM, evidenceAt(past), SUPPORT])
    .select(['i.id as imageTagId', 'i.kind', 'i.name as imageName', 'i.tag as imageTag'])
    .select('i.canonicalName')
    .select(['p.id as projectId', 'p.name as projectName'])
    .select(['t.id as ownerId', 't.name as ownerName']);
}

/** Software `s` in the order of names, each with a number that has a bit for every word it goes by. */
function numberedSoftware(organizationId: OrganizationId, db: Database, query: FleetList) {
  const { words, artifactType, productKey, evidence, today } = query;
  let software = db.sql
    .selectFrom(cyclesAt(anyOrganization(organizationId), query.past))
    .innerJoin('software as s', (join) =>
      join
        .on('s.organizationId', '=', anyOrganization(organizationId))
        .onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .select(['s.id', stateAsOf(today).as('state')])
    .select([
      sql<number>`row_number() OVER (ORDER BY c.sort_key, c.cycle, s.artifact_type, s.id)`.as(
        'softwarePlace',
      ),
      sql<
        number | null
      >`CASE WHEN c.eol_on IS NOT NULL THEN dense_rank() OVER (ORDER BY c.eol_on) END`.as(
        'endPlace',
      ),
      bitsOf(words.map((word) => isSoftwareNamed([word]))).as('words'),
    ])
    .where('c.organizationId', '=', anyOrganization(organizationId));
  if (artifactType !== null) software = software.where('s.artifactType', '=', artifactType);
  if (productKey !== null) software = software.where('c.productKey', '=', productKey);
  if (evidence !== null) software = software.where(evidenceOfCycleAt(query.past), '=', evidence);
  return software;
}

/** The same for image tags `i` that count, or counted, with the names of their projects `p`. */
function numberedImages(
  organizationId: OrganizationId,
  db: Database,
  { words, projectIds, owner, label, running, before, past }: FleetList,
) {
  const own = anyOrganization(organizationId);
  const isNamed = ({ text }: SoftwareWord) =>
    sql<boolean>`(${isFoundBy(text)} OR strpos(p.search_text, ${text}) > 0)`;
  let images = db.sql
    .selectFrom('imageTag as i')
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .select('i.id')
    .select([
      sql<number>`row_number() OVER (ORDER BY i.sort_key, i.id)`.as('imagePlace'),
      sql<number>`dense_rank() OVER (ORDER BY p.sort_key, p.id)`.as('projectPlace'),
      bitsOf(words.map(isNamed)).as('words'),
    ])
    .where('i.organizationId', '=', own);
  // The past of a part is that of images which are not deleted, as trends tell it; that of all is whole.
  const isPart = past === null && (projectIds !== null || owner !== null || label !== null);
  if (!before) images = images.where('i.deletedAt', 'is', null);
  else if (isPart) images = images.where(isKept('i'));
  if (projectIds) images = images.where(sql<boolean>`i.project_id = ANY(${projectIds}::uuid[])`);
  if (owner) images = images.where(isOwnedProject('i.project_id', own, owner));
  if (label) images = images.where(hasLabel('i', label));
  if (running) images = images.where(sql`i.id = ANY(${running.ids}::uuid[])`, '=', running.isIn);
  return images;
}

function bitsOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<number> {
  const bits = conditions.map(
    (is, place) => sql`CASE WHEN ${is} THEN ${2 ** place}::int ELSE 0 END`,
  );
  return sql<number>`(${sql.join([sql`0`, ...bits], sql` | `)})`;
}
