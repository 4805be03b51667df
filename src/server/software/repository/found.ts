import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { DayRange } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { PageRequest } from '@/domain/pagination';
import type { OwnerScope } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { SUPPORT } from '@/server/coverage/sql';
import { EVIDENCE, evidenceAt, evidenceOfCycleAt } from '@/server/evidence/sql';
import { heldByOwner, isOwnedProject } from '@/server/team/sql';
import { heldSoftware } from '@/server/holding/sql';
import { cyclesAt, heldSoftwareThen, wasOpen, type Past } from '@/server/past/sql';
import { endAsOf, ESTIMATED_FROM, isProductNamed } from '@/server/catalog/sql';

/** `search` is folded; `range` null means any end, `evidence` null any degree. */
export interface SoftwareFilter {
  readonly search: string | null;
  readonly range: DayRange | null;
  readonly evidence: EvidenceDegree | null;
  /** Whose projects hold it; null: anybody's. */
  readonly owner: OwnerScope | null;
  /** The day that it is looked at as of; null: now. */
  readonly past: Past | null;
}

/**
 * Selects the software of an organization that has an end and is found open somewhere.
 *
 * Plan: the organization's cycles and software by hash join (some hundreds to thousands of rows) with the kept counts of what
 * is held; of an owner also what {@link heldByOwner} says.
 */
function foundSoftware(
  organizationId: OrganizationId,
  db: Database,
  { search, range, evidence, owner, past }: SoftwareFilter,
) {
  const own = anyOrganization(organizationId);
  const { after = null, until = null } = range ?? {};
  let found = db.sql
    .selectFrom(cyclesAt(own, past))
    .innerJoin('software as s', (join) =>
      join
        .onRef('s.organizationId', '=', 'c.organizationId')
        .onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .select(['s.id', 's.artifactType', 'c.productName', 'c.productPermalink', 'c.cycle', 'c.lts'])
    .select(['c.eolOn', 'c.sortKey', ESTIMATED_FROM, 'c.id as cycleId'])
    .$narrowType<{ eolOn: Day }>()
    .where('c.organizationId', '=', own)
    .where('c.eolOn', 'is not', null)
    .where(past ? wasHeld(own, past, owner) : isHeldNow(own));
  if (owner && !past) {
    const held = heldByOwner(own, owner);
    found = found.where(sql<boolean>`s.id IN (SELECT held.software_id FROM ${held} held)`);
  }
  if (search !== null) found = found.where(isProductNamed(search));
  if (after !== null) found = found.where('c.eolOn', '>', after);
  if (until !== null) found = found.where('c.eolOn', '<=', until);
  if (evidence !== null) found = found.where(evidenceOfCycleAt(past), '=', evidence);
  return found;
}

/** Tells whether software `s` is held, by what is kept of it. */
function isHeldNow(own: RawBuilder<string>) {
  return sql<boolean>`s.id IN (SELECT held.software_id FROM ${heldSoftware(own)} held)`;
}

/** Tells whether software `s` was held when a day was over, by images of somebody's projects. */
function wasHeld(own: RawBuilder<string>, past: Past, owner: OwnerScope | null) {
  const projects = owner ? isOwnedProject('project_id', own, owner) : undefined;
  return sql<boolean>`s.id IN (
    SELECT held.software_id FROM ${heldSoftwareThen(own, past, { projects })} held)`;
}

/** The order of every list of software. */
const ORDER = sql`eol_on, sort_key, cycle, artifact_type, id`;

interface HoldingProject {
  readonly projectName: string;
  readonly images: { imageName: string; imageLocation: string }[];
}

export type HeldSoftwareRow = Awaited<ReturnType<typeof softwarePage>>['items'][number];

/**
 * A page of software with a known end and an open finding, by end, product, cycle, artifact type and id, with the
 * projects and images that hold it.
 *
 * Plan: one index-only pass of finding_open_software_idx over the page's findings; each image tag is read, put
 * in its place and written as JSON once, though most are held by several software; then a hash join and a sort
 * by number. A third less than doing so for each finding; what remains grows with the answer (2 MB for 15,000
 * findings on a page).
 */
export async function softwarePage(
  organizationId: OrganizationId,
  db: Database,
  filter: SoftwareFilter,
  page: PageRequest,
) {
  const own = anyOrganization(organizationId);
  const { owner, past } = filter;
  const isOpen = past ? wasOpen(own, past) : sql`f.is_open`;
  const isOwned = owner ? isOwnedProject('i.project_id', own, owner) : sql`true`;
  const holders = sql<{ softwareId: string; projects: HoldingProject[] }>`(
    WITH found AS MATERIALIZED (
      SELECT f.software_id, f.image_tag_id
      FROM page
      JOIN finding f ON f.organization_id = ${own} AND f.software_id = page.id AND ${isOpen}
    ), shown AS MATERIALIZED (
      SELECT i.id, i.project_id, row_number() OVER (ORDER BY i.sort_key, i.id) AS position,
        json_build_object('imageName', i.name || ':' || i.tag, 'imageLocation', i.location)::text AS image
      FROM image_tag i
      WHERE i.organization_id = ${own} AND i.id IN (SELECT image_tag_id FROM found) AND ${isOwned}
    ), held AS (
      SELECT found.software_id, shown.project_id,
        ('[' || string_agg(shown.image, ',' ORDER BY shown.position) || ']')::json AS images
      FROM found
      JOIN shown ON shown.id = found.image_tag_id
      GROUP BY found.software_id, shown.project_id
    )
    SELECT held.software_id,
      json_agg(
        json_build_object('projectName', p.name, 'images', held.images) ORDER BY p.sort_key, p.id
      ) AS projects
    FROM held
    JOIN project p ON p.organization_id = ${own} AND p.id = held.project_id
    GROUP BY held.software_id
  )`;
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => foundSoftware(organizationId, db, filter),
  );
  const rows = await pageOfList(list, {
    order: ORDER,
    page,
    counts: (of) => of.selectFrom('matching').select(({ fn }) => fn.countAll<number>().as('total')),
    items: (of) =>
      of
        .selectFrom('page')
        .innerJoin(holders.as('holders'), 'holders.softwareId', 'page.id')
        // Asked of the page alone: it is a look at components and contracts for each.
        .innerJoin(cyclesAt(own, past), (join) =>
          join.on('c.organizationId', '=', own).onRef('c.id', '=', 'page.cycleId'),
        )
        .selectAll('page')
        .select([evidenceAt(past), SUPPORT, 'holders.projects']),
  }).execute();
  return withTotal(rows);
}

export type CountedSoftwareRow = Awaited<ReturnType<typeof softwareWithImageCounts>>[number];

/** Reads the same software, all of it, in the same order, with the number of image tags that hold each. */
export function softwareWithImageCounts(organizationId: OrganizationId, db: Database) {
  const everything = { search: null, range: null, evidence: null, owner: null, past: null };
  return foundSoftware(organizationId, db, everything)
    .innerJoin(
      heldSoftware(anyOrganization(organizationId)).as('counted'),
      'counted.softwareId',
      's.id',
    )
    .select([EVIDENCE, SUPPORT, 'counted.images'])
    .orderBy(ORDER)
    .execute();
}

/**
 * Reads every software of the organization with its end as of a day (null: not known), found open or not.
 *
 * Plan: hash join of the organization's cycles and software: 2 ms for 1,500 rows.
 */
export function softwareEnds(
  organizationId: OrganizationId,
  db: Database,
  day: Day,
  past: Past | null = null,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('software as s')
    .innerJoin(cyclesAt(own, past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .select(['s.id', endAsOf(day).as('eolOn')])
    .where('s.organizationId', '=', own)
    .execute();
}
