import { sql, type RawBuilder } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { ProjectSort } from '@/domain/project/list';
import type { SortDirection } from '@/domain/list';
import { foldedWords } from '@/domain/search/question';
import type { OwnerScope } from '@/domain/team/owner';
import { isOfScope } from '@/server/team/sql';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { anyOrganization } from '@/server/platform/db/sql';
import type { Database } from '@/server/platform/db/db';
import { holdsAnyOf, holdsAllWords, IMAGE_COLUMNS } from '@/server/image/sql';
import { COUNT_COLUMNS, countsOf } from '@/server/software/sql';
import { itemsInBatches, pageOfList, withTotal } from '@/server/platform/db/page-rows';
import type { SoftwareClasses } from '@/server/software/service/classes';

/**
 * The dashboard's list of projects, and its order: equals fall back to name and id. `search` is folded, null means
 * any.
 */
export interface ProjectList {
  readonly search: string | null;
  readonly owner: OwnerScope | null;
  /** Only these projects. */
  readonly ids: readonly string[] | null;
  readonly sort: ProjectSort;
  readonly direction: SortDirection;
}

export type ListedProjectRow = Awaited<ReturnType<typeof listedProjectsPage>>['items'][number];

/** Reads a page of projects with the number of their images and of the software in them, each once, by state. */
export async function listedProjectsPage(
  organizationId: OrganizationId,
  db: Database,
  list: ProjectList,
  classes: SoftwareClasses,
  page: PageRequest,
) {
  return withTotal(await listedProjects(organizationId, db, list, classes, page).execute());
}

/** Reads all projects of the same list in batches. */
export function allListedProjects(
  organizationId: OrganizationId,
  db: Database,
  list: ProjectList,
  classes: SoftwareClasses,
) {
  return itemsInBatches(db, listedProjects(organizationId, db, list, classes, null));
}

/** The software of each of a project's images. Unnested as it is selected, a third cheaper than in a join. */
const unnestedBy = (project: string, own: RawBuilder<string>) => sql`
    SELECT unnest(t.software_ids) AS id
    FROM image_tag t
    WHERE t.organization_id = ${own} AND t.project_id = ${sql.ref(project)} AND t.deleted_at IS NULL`;

/**
 * The software that a project's images hold, each once, as the array that image tags have of theirs. Made distinct
 * by hash: `array_agg(DISTINCT …)` sorts, which takes half as long again.
 */
const heldBy = (project: string, own: RawBuilder<string>) => sql<{ softwareIds: string[] }>`(
  SELECT coalesce(array_agg(one.id), '{}') AS software_ids
  FROM (SELECT DISTINCT held.id FROM (${unnestedBy(project, own)}) held) one)`;

function keyOf(sort: ProjectSort, own: RawBuilder<string>, { ended }: SoftwareClasses) {
  const keys = {
    name: sql`p.sort_key`,
    images: sql`count(i.id)`,
    ended: sql`(SELECT count(*) FROM (
      SELECT DISTINCT held.id FROM (${unnestedBy('p.id', own)}) held WHERE held.id = ANY(${ended}::uuid[])) one)`,
    latestScan: sql`max(i.latest_scan_at)`,
  } as const satisfies Record<ProjectSort, RawBuilder<unknown>>;
  return keys[sort];
}

/** A project without images has no latest scan: it comes last, whichever comes first. */
const ORDERS = {
  asc: sql`key ASC NULLS LAST, sort_key, id`,
  desc: sql`key DESC NULLS LAST, sort_key, id`,
} as const satisfies Record<SortDirection, RawBuilder<unknown>>;

/**
 * Plan: one scan of the organization's image tags into a hash aggregate; the page's image tags by
 * image_tag_live_reference_key, their arrays made distinct: 30 ms for 50 of 500 projects with 10,000 images of 40
 * software each. Sorted by ended, that is done for all projects: 400,000 entries of arrays in 90 ms.
 */
function listedProjects(
  organizationId: OrganizationId,
  db: Database,
  { search, owner, ids, sort, direction }: ProjectList,
  classes: SoftwareClasses,
  page: PageRequest | null,
) {
  const own = anyOrganization(organizationId);
  let projects = projectsWithImages(organizationId, db)
    .select(['p.id', 'p.sortKey', keyOf(sort, own, classes).as('key')])
    .groupBy(['p.organizationId', 'p.id']);
  if (search !== null) projects = projects.where(isNamed(search));
  if (owner) projects = projects.where(isOfScope(owner));
  if (ids) projects = projects.where(sql<boolean>`p.id = ANY(${ids}::uuid[])`);
  const list = db.sql.with(
    (cte) => cte('matching').materialized(),
    () => projects,
  );
  return pageOfList(list, {
    order: ORDERS[direction],
    page,
    counts: (of) => of.selectFrom('matching').select(({ fn }) => fn.countAll<number>().as('total')),
    items: (of) =>
      of
        .selectFrom('page')
        .innerJoin('project as p', (join) =>
          join.on('p.organizationId', '=', own).onRef('p.id', '=', 'page.id'),
        )
        .leftJoin('team as t', (join) =>
          join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
        )
        .crossJoinLateral(heldBy('page.id', own).as('i'))
        .crossJoinLateral(countsOf(classes).as('counts'))
        .select(['page.id', 'page.position', 'page.images', 'page.latestScanAt', 'p.name'])
        .select(OWNER_COLUMNS)
        .select(COUNT_COLUMNS),
  });
}

/** The team `t` that owns a project. */
const OWNER_COLUMNS = [
  't.id as ownerId',
  't.name as ownerName',
  't.email as ownerEmail',
  't.link as ownerLink',
] as const;

/** The number of a project's images `i`, and when one of them was scanned last. */
const OF_IMAGES = [
  sql<number>`count(i.id)`.as('images'),
  sql<Date | null>`max(i.latest_scan_at)`.as('latestScanAt'),
] as const;

/** Projects `p` with the images `i` that they have. */
function projectsWithImages(organizationId: OrganizationId, db: Database) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('project as p')
    .leftJoin('imageTag as i', (join) =>
      join
        .on('i.organizationId', '=', own)
        .onRef('i.projectId', '=', 'p.id')
        .on('i.deletedAt', 'is', null),
    )
    .select(OF_IMAGES)
    .where('p.organizationId', '=', own)
    .where('p.deletedAt', 'is', null);
}

/** Tells whether the words of a folded search are all in the name of project `p`, in any order. */
const isNamed = (search: string) =>
  sql<boolean>`(${sql.join([sql`true`, ...foldedWords(search).map(holdsWord)], sql` AND `)})`;
const holdsWord = (word: string) => sql`strpos(p.search_text, ${word}) > 0`;

/**
 * Finds one project with the same numbers; null for one of another organization, too.
 *
 * Plan: the project by primary key, its image tags by image_tag_live_reference_key.
 */
export async function listedProject(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
  classes: SoftwareClasses,
) {
  const own = anyOrganization(organizationId);
  const row = await db.sql
    .selectFrom('project as p')
    .innerJoinLateral(
      (of) =>
        of
          .selectFrom('imageTag as i')
          .select(OF_IMAGES)
          .where('i.organizationId', '=', own)
          .whereRef('i.projectId', '=', 'p.id')
          .where('i.deletedAt', 'is', null)
          .as('own'),
      (join) => join.onTrue(),
    )
    .leftJoin('team as t', (join) =>
      join.on('t.organizationId', '=', own).onRef('t.id', '=', 'p.ownerTeamId'),
    )
    .crossJoinLateral(heldBy('p.id', own).as('i'))
    .crossJoinLateral(countsOf(classes).as('counts'))
    .select(['p.id', 'p.name', 'p.createdAt', 'own.images', 'own.latestScanAt'])
    .select(OWNER_COLUMNS)
    .select(COUNT_COLUMNS)
    .where('p.organizationId', '=', own)
    .where('p.id', '=', projectId)
    .where('p.deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** `search` is folded; null means any. */
export interface ProjectFilter {
  readonly search: string | null;
  /** Projects with an image that holds at least one of these. */
  readonly softwareIds: readonly string[] | null;
  readonly owner: OwnerScope | null;
}

/**
 * Reads a page of projects by name and id, each with its matching images by name, tag and id. A search that finds
 * the project's name keeps all of its images; one that does not keeps the images it finds.
 */
export async function projectPage(
  organizationId: OrganizationId,
  db: Database,
  filter: ProjectFilter,
  classes: SoftwareClasses,
  page: PageRequest,
) {
  const rows = await imagesOfProjects(organizationId, db, filter, classes, page).execute();
  return { items: byProject(rows), total: rows[0]?.total ?? 0 };
}

/**
 * One row for each image of a page of projects, one without for a project that has none.
 *
 * Plan: one hash join of the organization's projects and image tags; the page's images by primary key with
 * their counts. The images shown decide the cost: 30 ms for 50 projects of 20, 100 ms when one has 2,500.
 */
function imagesOfProjects(
  organizationId: OrganizationId,
  db: Database,
  filter: ProjectFilter,
  classes: SoftwareClasses,
  page: PageRequest,
) {
  const own = anyOrganization(organizationId);
  return db.sql
    .with(
      (cte) => cte('matching').materialized(),
      () => matchingProjects(organizationId, db, filter),
    )
    .with('page', (of) =>
      of
        .selectFrom('matching')
        .select(['sortKey', 'projectId'])
        .distinct()
        .orderBy('sortKey')
        .orderBy('projectId')
        .limit(page.size)
        .offset(offsetOf(page)),
    )
    .with(
      (cte) => cte('shown').materialized(),
      (of) =>
        of
          .selectFrom('page')
          .innerJoin('matching', 'matching.projectId', 'page.projectId')
          .select(['matching.id', 'page.projectId']),
    )
    .selectFrom((of) =>
      of
        .selectFrom('matching')
        .select(({ fn }) => fn.count<number>('projectId').distinct().as('total'))
        .as('counted'),
    )
    .leftJoin('page', (join) => join.onTrue())
    .leftJoin('project as pageProject', (join) =>
      join
        .on('pageProject.organizationId', '=', own)
        .onRef('pageProject.id', '=', 'page.projectId'),
    )
    .leftJoin('shown', 'shown.projectId', 'page.projectId')
    .leftJoin('imageTag as i', (join) =>
      join.on('i.organizationId', '=', own).onRef('i.id', '=', 'shown.id'),
    )
    .leftJoin('project as p', (join) =>
      join.on('p.organizationId', '=', own).onRef('p.id', '=', 'i.projectId'),
    )
    .leftJoinLateral(countsOf(classes).as('counts'), (join) => join.onTrue())
    .select('counted.total')
    .select(['page.projectId as pageProjectId', 'pageProject.name as pageProjectName'])
    .select(IMAGE_COLUMNS)
    .orderBy('page.sortKey')
    .orderBy('page.projectId')
    .orderBy('i.sortKey')
    .orderBy('i.id');
}

function matchingProjects(
  organizationId: OrganizationId,
  db: Database,
  { search, softwareIds, owner }: ProjectFilter,
) {
  const own = anyOrganization(organizationId);
  const finds =
    search === null ? [] : [sql<boolean>`(${isNamed(search)} OR ${holdsAllWords(search)})`];
  const holds = softwareIds ? [holdsAnyOf(softwareIds)] : [];
  return db.sql
    .selectFrom('project as p')
    .leftJoin('imageTag as i', (join) =>
      join
        .on('i.organizationId', '=', own)
        .onRef('i.projectId', '=', 'p.id')
        .on('i.deletedAt', 'is', null)
        .on(({ and }) => and([...finds, ...holds])),
    )
    .select(['p.id as projectId', 'p.sortKey', 'i.id'])
    .where('p.organizationId', '=', own)
    .where('p.deletedAt', 'is', null)
    .where(owner ? isOfScope(owner) : sql<boolean>`true`)
    .where((eb) => {
      const hasImage = eb('i.id', 'is not', null);
      if (softwareIds) return hasImage;
      return search === null ? eb.lit(true) : eb.or([hasImage, isNamed(search)]);
    });
}

type ImageOfProject = Awaited<ReturnType<ReturnType<typeof imagesOfProjects>['execute']>>[number];

/** The same row where there is an image. */
type FoundImage<Row = ImageOfProject> = {
  [Column in keyof Row]: Column extends 'digest' | 'labels' | 'retiredAt'
    ? Row[Column]
    : NonNullable<Row[Column]>;
};

export type ProjectWithImages = ReturnType<typeof byProject>[number];

/** Groups the rows, which come project by project; a map keeps that order. */
function byProject(rows: readonly ImageOfProject[]) {
  const isImage = (row: ImageOfProject): row is FoundImage => row.id !== null;
  const onPage = rows.filter(({ pageProjectId }) => pageProjectId !== null);
  return [...Map.groupBy(onPage, (row) => row.pageProjectId ?? '')].map(([id, ofProject]) => ({
    id,
    name: ofProject[0]?.pageProjectName ?? '',
    images: ofProject.filter(isImage),
  }));
}

export type ProjectRow = Awaited<ReturnType<typeof projectsWithLatestScan>>[number];

/**
 * Reads every project with the number of its image tags and its latest scan.
 *
 * Plan: one scan of the organization's image tags into a hash aggregate.
 */
export function projectsWithLatestScan(organizationId: OrganizationId, db: Database) {
  return projectsWithImages(organizationId, db)
    .select(['p.id', 'p.name'])
    .groupBy(['p.id', 'p.name', 'p.sortKey'])
    .orderBy('p.sortKey')
    .orderBy('p.id')
    .execute();
}

/** Tells whether a project exists; false for one of another organization and for a deleted one, too. */
export async function projectExists(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
): Promise<boolean> {
  const where = { id: projectId, deletedAt: null };
  return (await db.of(organizationId).project.findFirst({ where, select: { id: true } })) !== null;
}
