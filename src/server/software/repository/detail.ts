import { sql } from 'kysely';
import type { CoveringPlace } from '@/domain/contract/support';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database, Transaction } from '@/server/platform/db/db';
import { pageOfList, withTotal } from '@/server/platform/db/page-rows';
import { ESTIMATED_FROM } from '@/server/catalog/sql';
import { evidenceAt } from '@/server/evidence/sql';
import { SUPPORT, SUPPORT_ELSEWHERE } from '@/server/coverage/sql';
import { cyclesAt, heldSoftwareThen, wasOpen, type Past } from '@/server/past/sql';

/** Finds the name of software; null for that of another organization, too. */
export async function findSoftwareName(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
) {
  const found = await db.of(organizationId).software.findFirst({
    where: { id: softwareId },
    select: { artifactType: true, softwareCycle: { select: { productName: true, cycle: true } } },
  });
  return found && { id: softwareId, artifactType: found.artifactType, ...found.softwareCycle };
}

export type SoftwareDetailRow = NonNullable<Awaited<ReturnType<typeof findSoftware>>>;

/** Where else contracts covered it is not asked of a day before. */
const NO_SUPPORT_ELSEWHERE = sql<CoveringPlace | null>`NULL`.as('supportElsewhere');

/**
 * Finds software as it is, or as it was when a day was over; null for that of another organization, too.
 *
 * Plan: primary keys; the software's open findings by finding_open_software_idx, their image tags by primary key:
 * 20 ms for one that 9,000 images hold.
 */
export async function findSoftware(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
  past: Past | null = null,
) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('software as s')
    .innerJoin(cyclesAt(own, past), (join) =>
      join.on('c.organizationId', '=', own).onRef('c.id', '=', 's.softwareCycleId'),
    )
    .leftJoin('note as n', (join) =>
      join.on('n.organizationId', '=', own).onRef('n.productKey', '=', 'c.productKey'),
    )
    .crossJoinLateral((of) =>
      of
        .selectFrom('finding as f')
        .innerJoin('imageTag as i', (join) =>
          join.on('i.organizationId', '=', own).onRef('i.id', '=', 'f.imageTagId'),
        )
        .select(({ fn }) => [
          fn.countAll<number>().as('images'),
          fn.count<number>('i.projectId').distinct().as('projects'),
        ])
        .where('f.organizationId', '=', own)
        .whereRef('f.softwareId', '=', 's.id')
        .where((eb) => (past ? wasOpen(own, past) : eb('f.isOpen', '=', true)))
        .as('held'),
    )
    .select(['s.id', 's.artifactType', 'held.images', 'held.projects'])
    .select(['c.productName', 'c.productKey', 'c.productPermalink', 'c.cycle', 'c.lts'])
    .select(['c.releasedOn', 'c.latestRelease', 'c.latestReleasedOn', 'c.firstSeenOn'])
    .select([
      'c.eolOn',
      'c.eolOnKnown',
      'c.eolSource',
      ESTIMATED_FROM,
      evidenceAt(past),
      'c.scannerEolOn',
      SUPPORT,
      past ? NO_SUPPORT_ELSEWHERE : SUPPORT_ELSEWHERE,
    ])
    .select(['n.id as noteId', 'n.content as noteContent', 'n.userProfile as noteUserProfile'])
    .where('s.organizationId', '=', own)
    .where('s.id', '=', softwareId)
    .executeTakeFirst();
  return row ?? null;
}

/** A cycle of a product as some image holds it, as one artifact type. */
export type HeldCycleRow = Awaited<ReturnType<typeof findHeldCycles>>[number];

/**
 * Finds a product's cycles that images hold. Plan: software_cycle (organization_id, product_key), then open
 * findings.
 */
export function findHeldCycles(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
) {
  const own = anyOrganization(organizationId);
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
    .select(['s.id as softwareId', 'c.cycle', 's.artifactType', 'c.releasedOn', 'c.eolOn'])
    .select(['c.eolOnKnown', ESTIMATED_FROM, 'c.lts', SUPPORT])
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('c.organizationId', '=', own)
    .where('c.productKey', '=', productKey)
    .groupBy(['s.organizationId', 's.id', 'c.organizationId', 'c.id'])
    .orderBy('c.releasedOn', (by) => by.desc().nullsLast())
    .orderBy('c.eolOn', (by) => by.desc().nullsFirst())
    .orderBy('c.cycle', 'desc')
    .orderBy('s.artifactType')
    .execute();
}

/**
 * Counts the image tags that hold each cycle of a product, each once, as however many artifact types. Plan: as
 * {@link findHeldCycles}.
 */
export async function imagesOfHeldCycles(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<ReadonlyMap<string, number>> {
  const own = anyOrganization(organizationId);
  const rows = await db.sql
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
    .select('c.cycle')
    .select(({ fn }) => fn.count<number>('f.imageTagId').distinct().as('images'))
    .where('c.organizationId', '=', own)
    .where('c.productKey', '=', productKey)
    .groupBy('c.cycle')
    .execute();
  return new Map(rows.map(({ cycle, images }) => [cycle, images]));
}

/**
 * Finds a product's cycles that images held when a day was over, by the ends that were known then. Plan: the software of the
 * product, its intervals by (organization, software, time), their image tags.
 */
export function findPastHeldCycles(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
  past: Past,
) {
  const own = anyOrganization(organizationId);
  const software = sql<boolean>`software_id IN (
    SELECT w.id FROM software w JOIN software_cycle k ON k.organization_id = ${own} AND k.id = w.software_cycle_id
     WHERE w.organization_id = ${own} AND k.product_key = ${productKey}::uuid)`;
  return db.sql
    .selectFrom(cyclesAt(own, past))
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .innerJoin(heldSoftwareThen(own, past, { software }).as('held'), 'held.softwareId', 's.id')
    .select(['s.id as softwareId', 'c.cycle', 's.artifactType', 'c.releasedOn', 'c.eolOn'])
    .select(['c.eolOnKnown', ESTIMATED_FROM, 'c.lts', SUPPORT, 'held.images'])
    .where('c.organizationId', '=', own)
    .orderBy('c.releasedOn', (by) => by.desc().nullsLast())
    .orderBy('c.eolOn', (by) => by.desc().nullsFirst())
    .orderBy('c.cycle', 'desc')
    .orderBy('s.artifactType')
    .execute();
}

/**
 * Selects the projects with images that hold some software, or held it when a day was over, and how many those images are.
 *
 * Plan: the software's open findings by finding_open_software_idx, hash-joined with one scan of the image tags,
 * then with the projects.
 */
function holdingProjects(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
  past: Past | null = null,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom((of) =>
      of
        .selectFrom('finding as f')
        .innerJoin('imageTag as i', (join) =>
          join.on('i.organizationId', '=', own).onRef('i.id', '=', 'f.imageTagId'),
        )
        .select('i.projectId')
        .select(({ fn }) => fn.countAll<number>().as('images'))
        .where('f.organizationId', '=', own)
        .where('f.softwareId', '=', softwareId)
        .where((eb) => (past ? wasOpen(own, past) : eb('f.isOpen', '=', true)))
        .groupBy('i.projectId')
        .as('held'),
    )
    .innerJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'held.projectId'),
    )
    .select(['p.id', 'p.name', 'p.sortKey', 'p.ownerTeamId', 'held.images']);
}

/** Reads a page of the projects with images that hold some software, by name. */
export async function findHoldingProjects(
  organizationId: OrganizationId,
  db: Database,
  { softwareId, past }: { readonly softwareId: string; readonly past: Past | null },
  page: PageRequest,
) {
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => holdingProjects(organizationId, db, softwareId, past),
  );
  const rows = await pageOfList(list, {
    order: sql`sort_key, id`,
    page,
    counts: (of) => of.selectFrom('matching').select(({ fn }) => fn.countAll<number>().as('total')),
    items: (of) => of.selectFrom('page').select(['id', 'name', 'images', 'position']),
  }).execute();
  return withTotal(rows);
}

/** Finds those of the projects with these names that hold some software, by name. */
export function findHoldingProjectsNamed(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
  nameKeys: readonly string[],
  limit: number,
) {
  return holdingProjects(organizationId, db, softwareId)
    .where(({ eb, fn, val }) => eb('p.nameKey', '=', fn.any(val(nameKeys))))
    .where('p.deletedAt', 'is', null)
    .orderBy('p.sortKey')
    .orderBy('p.id')
    .limit(limit)
    .execute();
}

/** Finds those of some teams that own a project which holds some software, by name. */
export function findHoldingTeams(
  organizationId: OrganizationId,
  db: Transaction,
  softwareId: string,
  teamIds: readonly string[],
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('team as t')
    .select(['t.id', 't.name'])
    .where('t.organizationId', '=', own)
    .where(({ eb, fn, val }) => eb('t.id', '=', fn.any(val(teamIds))))
    .where('t.id', 'in', ({ selectFrom }) =>
      selectFrom(holdingProjects(organizationId, db, softwareId).as('holding'))
        .select('holding.ownerTeamId')
        .$castTo<{ ownerTeamId: string }>(),
    )
    .orderBy('t.sortKey')
    .orderBy('t.id')
    .execute();
}

/** Finds the ids of all software of a product. Plan: software_cycle (organization_id, product_key). */
export async function findSoftwareOfProduct(
  organizationId: OrganizationId,
  db: Transaction,
  productKey: string,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const rows = await db.sql
    .selectFrom('softwareCycle as c')
    .innerJoin('software as s', (join) =>
      join.on('s.organizationId', '=', own).onRef('s.softwareCycleId', '=', 'c.id'),
    )
    .select('s.id')
    .where('c.organizationId', '=', own)
    .where('c.productKey', '=', productKey)
    .execute();
  return rows.map(({ id }) => id);
}
