import { sql, type RawBuilder } from 'kysely';
import type { CoveringPlace } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import type { DayRange, EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { PageRequest } from '@/domain/pagination';
import type { SoftwareWord } from '@/domain/search/software-words';
import type { SoftwareSort } from '@/domain/software/list';
import type { SortDirection } from '@/domain/list';
import type { LabelCondition } from '@/domain/image/list';
import type { OwnerScope } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { itemsInBatches, pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { SUPPORT, SUPPORT_ELSEWHERE } from '@/server/coverage/sql';
import { evidenceAt, evidenceOfCycleAt } from '@/server/evidence/sql';
import { heldSoftware, heldSoftwareIn, holdings } from '@/server/holding/sql';
import { hasLabel } from '@/server/inventory/sql';
import { cyclesAt, heldSoftwareThen, holdingsThen, type Past } from '@/server/past/sql';
import { isOwnedProject } from '@/server/team/sql';
import { ESTIMATED_FROM, isHeld, isSoftwareNamed, stateAsOf } from '@/server/catalog/sql';

/** The software to list and its order: equals fall back to end, product and cycle. Null means any. */
export interface SoftwareList {
  /** Words that name it, all of them. */
  readonly words: readonly SoftwareWord[];
  readonly state: EolState | null;
  /** Only what ends between these days. */
  readonly ends: DayRange | null;
  /** How well its end is known. */
  readonly evidence: EvidenceDegree | null;
  readonly artifactType: string | null;
  readonly productKey: string | null;
  /** Only these projects' images count. */
  readonly projectIds: readonly string[] | null;
  /** Only images of their projects count. */
  readonly owner: OwnerScope | null;
  /** Only these images count; null: any. */
  readonly imageTagIds: readonly string[] | null;
  /** Only images with this label count. */
  readonly label: LabelCondition | null;
  /** Only this software. */
  readonly ids: readonly string[] | null;
  readonly sort: SoftwareSort;
  readonly direction: SortDirection;
  readonly today: Day;
  /** The day that they are looked at as of; null: now. */
  readonly past: Past | null;
  /** Characters of the note on its product that are read. */
  readonly noteLength: number;
}

export type ListedSoftwareRow = Awaited<ReturnType<typeof listedSoftwarePage>>['items'][number];

/**
 * Reads a page of the software that is found open somewhere, with the numbers of images and projects that hold it,
 * and how many there are by state, whatever state is asked for.
 */
export async function listedSoftwarePage(
  organizationId: OrganizationId,
  db: Database,
  list: SoftwareList,
  page: PageRequest,
) {
  const rows = await listedSoftware(organizationId, db, list, page).execute();
  const { ended = 0, soon = 0, next = 0, later = 0, unknown = 0 } = rows[0] ?? {};
  return { ...withTotal(rows), states: { ended, soon, next, later, unknown } };
}

/** Reads all software of the same list in batches. */
export function allListedSoftware(
  organizationId: OrganizationId,
  db: Database,
  list: SoftwareList,
) {
  return itemsInBatches(db, listedSoftware(organizationId, db, list, null));
}

/** Tells whether the images of `project_id` count: it is one of the projects, and the owner's. Undefined where all do. */
function projectsThatCount({ projectIds, owner }: SoftwareList, own: RawBuilder<string>) {
  const conditions = [
    ...(projectIds === null ? [] : [sql<boolean>`project_id = ANY(${projectIds}::uuid[])`]),
    ...(owner ? [isOwnedProject('project_id', own, owner)] : []),
  ];
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Which images count: of those projects, some images alone, and with the label. */
function holdersOf(query: SoftwareList, own: RawBuilder<string>) {
  const { imageTagIds, label } = query;
  const conditions = [
    ...(imageTagIds === null ? [] : [sql<boolean>`i.id = ANY(${imageTagIds}::uuid[])`]),
    ...(label ? [hasLabel('i', label)] : []),
  ];
  const images =
    conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
  return { projects: projectsThatCount(query, own), images };
}

/** The software that images hold that count, with their number. */
function heldIn(query: SoftwareList, own: RawBuilder<string>) {
  const choice = holdersOf(query, own);
  if (query.past) return heldSoftwareThen(own, query.past, choice);
  return choice.projects || choice.images ? heldSoftwareIn(own, choice) : heldSoftware(own);
}

const KEYS = {
  end: sql`c.eol_on`,
  name: sql`c.sort_key`,
  images: sql`held.images`,
} as const satisfies Record<SoftwareSort, RawBuilder<unknown>>;

/** Software without a known end comes last, whichever end comes first. */
const ORDERS = {
  asc: sql`key ASC NULLS LAST, eol_on, sort_key, cycle, artifact_type, id`,
  desc: sql`key DESC NULLS LAST, eol_on, sort_key, cycle, artifact_type, id`,
} as const satisfies Record<SortDirection, RawBuilder<unknown>>;

/**
 * Plan: the organization's cycles and software by hash join with the counts of what is held (some hundreds to thousands of
 * rows); then the page's counts by project, by the index of project_holding by software. Nothing reads images, but for a label.
 */
function listedSoftware(
  organizationId: OrganizationId,
  db: Database,
  query: SoftwareList,
  page: PageRequest | null,
) {
  const own = anyOrganization(organizationId);
  const { state, direction, noteLength } = query;
  const isListed = sql<boolean>`state = ${state}`;
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => matchingSoftware(organizationId, db, query),
  );
  return pageOfList(list, {
    order: ORDERS[direction],
    listed: state === null ? undefined : isListed,
    page,
    counts: (of) =>
      of.selectFrom('matching').select(({ fn }) => {
        const all = fn.countAll<number>();
        return [
          (state === null ? all : all.filterWhere(isListed)).as('total'),
          all.filterWhere('state', '=', 'ended').as('ended'),
          all.filterWhere('state', '=', 'soon').as('soon'),
          all.filterWhere('state', '=', 'next').as('next'),
          all.filterWhere('state', '=', 'later').as('later'),
          all.filterWhere('state', '=', 'unknown').as('unknown'),
        ];
      }),
    items: (of) => {
      const choice = {
        ...holdersOf(query, own),
        software: sql<boolean>`software_id IN (SELECT page.id FROM page)`,
      };
      const ofPage = query.past ? holdingsThen(own, query.past, choice) : holdings(own, choice);
      const held = sql<{ softwareId: string; images: number; projects: number }>`(
        SELECT each.software_id, sum(each.images)::int AS images, count(*)::int AS projects
        FROM ${ofPage} each GROUP BY each.software_id)`;
      return of
        .selectFrom('page')
        .innerJoin(held.as('held'), 'held.softwareId', 'page.id')
        .innerJoin(cyclesAt(own, query.past), (join) =>
          join.on('c.organizationId', '=', own).onRef('c.id', '=', 'page.cycleId'),
        )
        .leftJoin('note as n', (join) =>
          join.on('n.organizationId', '=', own).onRef('n.productKey', '=', 'c.productKey'),
        )
        .select(['page.id', 'page.position', 'page.artifactType', 'held.images', 'held.projects'])
        .select(['c.productName', 'c.cycle', 'c.lts', 'c.eolOn', 'c.eolOnKnown', ESTIMATED_FROM])
        .select(evidenceAt(query.past))
        .select([
          'c.latestRelease',
          'c.latestReleasedOn',
          'n.id as noteId',
          SUPPORT,
          query.past ? sql<CoveringPlace | null>`NULL`.as('supportElsewhere') : SUPPORT_ELSEWHERE,
        ])
        .select(sql<string | null>`left(n.content, ${noteLength})`.as('noteExcerpt'));
    },
  });
}

function matchingSoftware(organizationId: OrganizationId, db: Database, query: SoftwareList) {
  const own = anyOrganization(organizationId);
  const { words, artifactType, productKey, evidence, today } = query;
  let software = db.sql
    .selectFrom(cyclesAt(own, query.past))
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .innerJoin(heldIn(query, own).as('held'), 'held.softwareId', 's.id')
    .select(['s.id', 's.artifactType', 'c.id as cycleId', 'c.eolOn', 'c.sortKey', 'c.cycle'])
    .select([stateAsOf(today).as('state'), KEYS[query.sort].as('key')])
    .where('c.organizationId', '=', own);
  if (words.length > 0) software = software.where(isSoftwareNamed(words));
  if (artifactType !== null) software = software.where('s.artifactType', '=', artifactType);
  if (productKey !== null) software = software.where('c.productKey', '=', productKey);
  const { after = null, until = null } = query.ends ?? {};
  if (after !== null) software = software.where('c.eolOn', '>', after);
  if (until !== null) software = software.where('c.eolOn', '<=', until);
  if (evidence !== null) software = software.where(evidenceOfCycleAt(query.past), '=', evidence);
  if (query.ids) software = software.where(sql<boolean>`s.id = ANY(${query.ids}::uuid[])`);
  return software;
}

/**
 * Finds the artifact types of software found open, in order.
 *
 * Plan: the organization's software, one probe of finding_open_software_idx for each.
 */
export async function artifactTypes(
  organizationId: OrganizationId,
  db: Database,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom('software as s')
    .select('s.artifactType')
    .distinct()
    .where('s.organizationId', '=', own)
    .where(isHeld(own))
    .orderBy('s.artifactType')
    .execute();
  return rows.map(({ artifactType }) => artifactType);
}

/**
 * Finds the products of software found open, by name, with the notes they have.
 *
 * Plan: as {@link artifactTypes}, with the cycles by hash join.
 */
export function productsInUse(organizationId: OrganizationId, db: Database, limit: number) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom((of) =>
      of
        .selectFrom('softwareCycle as c')
        .innerJoin('software as s', (join) =>
          join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
        )
        .select(['c.productKey', 'c.productName', 'c.sortKey'])
        .distinctOn('c.productKey')
        .where('c.organizationId', '=', own)
        .where(isHeld(own))
        .as('c'),
    )
    .leftJoin('note as n', (join) =>
      join.on('n.organizationId', '=', own).onRef('n.productKey', '=', 'c.productKey'),
    )
    .select(['c.productName', 'n.id as noteId'])
    .orderBy('c.sortKey')
    .orderBy('c.productName')
    .limit(limit)
    .execute();
}
