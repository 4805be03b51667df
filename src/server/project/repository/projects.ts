import { sql, type RawBuilder } from 'kysely';
import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { ProjectSort } from '@/domain/project/list';
import type { SortDirection } from '@/domain/list';
import { foldedWords } from '@/domain/search/question';
import type { OwnerScope } from '@/domain/team/owner';
import { holdings, imagesOfProjects } from '@/server/holding/sql';
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

/** The software that a project's images hold, each once, as the array that image tags have of theirs, beside an id. */
const heldBy = (project: string, own: RawBuilder<string>) => sql<{ softwareIds: string[] }>`(
  SELECT ${sql.ref(project)} AS id, coalesce(array_agg(held.software_id), '{}') AS software_ids
  FROM ${holdings(own, { projects: sql<boolean>`project_id = ${sql.ref(project)}` })} held)`;

/** When one of a project's images was scanned last. Plan: image_tag_project_idx, and its image tags. */
const latestScanOf = (project: string, own: RawBuilder<string>) => sql<Date | null>`(
  SELECT max(i.latest_scan_at) FROM image_tag i
  WHERE i.organization_id = ${own} AND i.project_id = ${sql.ref(project)} AND i.deleted_at IS NULL)`;

/** What projects are sorted by, as rows of `project_id` and `key`. Null: it is a column of theirs, or of their images' number. */
function keysOf(sort: ProjectSort, own: RawBuilder<string>, { ended }: SoftwareClasses) {
  const endedOnes = holdings(own, { software: sql<boolean>`software_id = ANY(${ended}::uuid[])` });
  const keys = {
    name: null,
    images: null,
    ended: sql<{ projectId: string; key: unknown }>`(
      SELECT held.project_id, count(*) AS key FROM ${endedOnes} held GROUP BY held.project_id)`,
    latestScan: sql<{ projectId: string; key: unknown }>`(
      SELECT i.project_id, max(i.latest_scan_at) AS key FROM image_tag i
      WHERE i.organization_id = ${own} AND i.deleted_at IS NULL GROUP BY i.project_id)`,
  } as const satisfies Record<ProjectSort, RawBuilder<object> | null>;
  return keys[sort];
}

const KEYS = {
  name: sql`p.sort_key`,
  images: sql`coalesce(own.images, 0)`,
  ended: sql`coalesce(keys.key, 0)`,
  latestScan: sql`keys.key`,
} as const satisfies Record<ProjectSort, RawBuilder<unknown>>;

/** A project without images has no latest scan: it comes last, whichever comes first. */
const ORDERS = {
  asc: sql`key ASC NULLS LAST, sort_key, id`,
  desc: sql`key DESC NULLS LAST, sort_key, id`,
} as const satisfies Record<SortDirection, RawBuilder<unknown>>;

/**
 * Plan: the organization's projects and the kept numbers of their images by hash join; for the page the kept counts of what
 * each holds by the key of project_holding, and its image tags for the latest scan. Sorted by ended all of
 * project_holding is read, and by the latest scan all image tags.
 */
function listedProjects(
  organizationId: OrganizationId,
  db: Database,
  { search, owner, ids, sort, direction }: ProjectList,
  classes: SoftwareClasses,
  page: PageRequest | null,
) {
  const own = anyOrganization(organizationId);
  const keys = keysOf(sort, own, classes) ?? sql`(SELECT NULL::uuid AS project_id LIMIT 0)`;
  let projects = db.sql
    .selectFrom('project as p')
    .leftJoin(imagesOfProjects(own).as('own'), 'own.projectId', 'p.id')
    .leftJoin(keys.as<'keys'>(sql`keys`), (join) => join.on(sql`keys.project_id`, '=', sql`p.id`))
    .select(['p.id', 'p.sortKey', KEYS[sort].as('key')])
    .select(({ fn, val }) => fn.coalesce('own.images', val(0)).as('images'))
    .where('p.organizationId', '=', own)
    .where('p.deletedAt', 'is', null);
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
        .select(['page.id', 'page.position', 'page.images', 'p.name'])
        .select(latestScanOf('page.id', own).as('latestScanAt'))
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
 * Plan: the project by primary key, its image tags by image_tag_project_idx.
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
  const rows = await imagesOfMatching(organizationId, db, filter, classes, page).execute();
  return { items: byProject(rows), total: rows[0]?.total ?? 0 };
}

/**
 * One row for each image of a page of projects, one without for a project that has none.
 *
 * Plan: the organization's projects, with a search also its image tags, once, and with software the kept counts of what
 * holds it; then the images of the page's projects with their counts. The images shown decide the cost: 30 ms for 50
 * projects of 20, 100 ms when one has 2,500.
 */
function imagesOfMatching(
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
        .selectAll()
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
          .innerJoin('imageTag as i', (join) =>
            join
              .on('i.organizationId', '=', own)
              .onRef('i.projectId', '=', 'page.projectId')
              .on('i.deletedAt', 'is', null),
          )
          .select(['i.id', 'page.projectId'])
          .where((eb) => eb.and(conditionsOnImages(filter, sql<boolean>`page.is_named`))),
    )
    .selectFrom((of) =>
      of
        .selectFrom('matching')
        .select(({ fn }) => fn.countAll<number>().as('total'))
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

/** What an image tag `i` must be to be shown in a project, one whose name is what is looked for or another one. */
function conditionsOnImages(
  { search, softwareIds }: ProjectFilter,
  isNamedSo: RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  return [
    sql<boolean>`true`,
    ...(search === null ? [] : [sql<boolean>`(${isNamedSo} OR ${holdsAllWords(search)})`]),
    ...(softwareIds ? [holdsAnyOf(softwareIds)] : []),
  ];
}

function matchingProjects(organizationId: OrganizationId, db: Database, filter: ProjectFilter) {
  const own = anyOrganization(organizationId);
  const { search, softwareIds, owner } = filter;
  const named = search === null ? sql<boolean>`true` : isNamed(search);
  const found = sql<boolean>`p.id IN (
      SELECT i.project_id FROM image_tag i
      WHERE i.organization_id = ${own} AND i.deleted_at IS NULL
        AND ${sql.join(conditionsOnImages(filter, sql<boolean>`false`), sql` AND `)})`;
  const isOfSoftware = sql<boolean>`software_id = ANY(${softwareIds ?? []}::uuid[])`;
  const holds = sql<boolean>`p.id IN (
      SELECT held.project_id FROM ${holdings(own, { software: isOfSoftware })} held)`;
  return db.sql
    .selectFrom('project as p')
    .select(['p.id as projectId', 'p.sortKey', named.as('isNamed')])
    .where('p.organizationId', '=', own)
    .where('p.deletedAt', 'is', null)
    .where(owner ? isOfScope(owner) : sql<boolean>`true`)
    .where(softwareIds ? holds : sql<boolean>`true`)
    .where(search === null ? named : sql<boolean>`(${named} OR ${found})`);
}

type ImageOfProject = Awaited<ReturnType<ReturnType<typeof imagesOfMatching>['execute']>>[number];

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

/** Finds how a project is called; null for one of another organization and for a deleted one, too. Plan: primary key. */
export async function findProjectName(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
): Promise<string | null> {
  const where = { id: projectId, deletedAt: null };
  const row = await db.of(organizationId).project.findFirst({ where, select: { name: true } });
  return row?.name ?? null;
}
