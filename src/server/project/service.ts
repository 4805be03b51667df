import type { Day } from '@/domain/eol/calendar';
import type { EolFilter, EolState } from '@/domain/eol/proximity';
import { notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { ProjectSort } from '@/domain/project/list';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { recordAudit } from '@/server/audit/service';
import type { OwnerQuery } from '@/domain/team/owner';
import { ownerScope } from '@/server/team/service/owners';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { pastDay, pastOf } from '@/server/past/service';
import type { Past } from '@/server/past/sql';
import { classifySoftware, type SoftwareByState } from '@/server/software/service/classes';
import { toProjectAndImage, toScannerProject } from './dto';
import { deleteLockedProject, lockProject } from './repository/deletion';
import { findPastProject, projectExistedThen } from './repository/past';
import {
  allListedProjects,
  findProjectName,
  listedProject,
  listedProjectsPage,
  projectPage,
  projectsWithLatestScan,
  type ListedProjectRow,
} from './repository/projects';

export interface ProjectQuery extends PageRequest, OwnerQuery {
  readonly search?: string | null | undefined;
  readonly eolFilter?: EolFilter | null | undefined;
}

/** Lists a page of the organization's projects with their images. */
export async function listProjects(
  deps: Deps,
  organizationId: OrganizationId,
  query: ProjectQuery,
) {
  const { search, eolFilter } = query;
  const { classes, ofFilter } = await classifySoftware(deps, organizationId, eolFilter);
  const filter = {
    search: search ? foldForSearch(search) : null,
    softwareIds: ofFilter,
    owner: await ownerScope(deps, organizationId, query),
  };
  const { items, total } = await projectPage(organizationId, deps.db, filter, classes, query);
  return toPage(items.map(toProjectAndImage), total, query);
}

/** Lists all of the organization's projects for scanners. */
export async function listScannerProjects({ db }: Deps, organizationId: OrganizationId) {
  const rows = await projectsWithLatestScan(organizationId, db);
  return rows.map(toScannerProject);
}

/** Gives the name of a project; null where the organization has none by this id. */
export function nameOfProject(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
): Promise<string | null> {
  return findProjectName(organizationId, db, projectId);
}

/** @throws DomainError 404 when the organization has no such project */
export async function requireProject(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
): Promise<void> {
  if ((await nameOfProject({ db }, organizationId, projectId)) === null) throw notFound('Project');
}

/** @throws DomainError 404 when the organization had no such project when a day was over */
export async function requireProjectThen(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
  past: Past,
): Promise<void> {
  if (!(await projectExistedThen(organizationId, db, projectId, past))) throw notFound('Project');
}

/**
 * Gets a project as it was when a day was over: its images and what they held, by the ends that were known then. Also one
 * that is deleted by now.
 * @throws DomainError 404 when the organization has no such project, 422 for a day of which nothing is known
 */
export async function getPastProject(
  deps: Deps,
  organizationId: OrganizationId,
  { projectId, asOf }: { readonly projectId: string; readonly asOf: Day },
) {
  const past = (await pastOf(deps, organizationId, asOf, 'asOf')) ?? pastDay(asOf);
  const row = await findPastProject(organizationId, deps.db, projectId, past);
  if (!row) throw notFound('Project');
  const { classes } = await classifySoftware(deps, organizationId, null, past);
  const { id, name, images, latestScanAt, softwareIds, ownerId, ownerName, isGone } = row;
  return {
    ...{ day: past.day, id, name, images, isGone },
    latestScanDate: latestScanAt?.toISOString() ?? null,
    states: countedIn(classes, new Set(softwareIds)),
    owner: ownerId === null ? null : { id: ownerId, name: ownerName ?? '' },
  };
}

/** Counts the software of a set by state. */
function countedIn(
  { ended, soon, next, later, unknown }: SoftwareByState,
  held: ReadonlySet<string>,
): Record<EolState, number> {
  const count = (ids: readonly string[]) => ids.filter((id) => held.has(id)).length;
  return {
    ...{ ended: count(ended), soon: count(soon), next: count(next) },
    ...{ later: count(later), unknown: count(unknown) },
  };
}

/**
 * Hides a project and all of its findings at once; past points of the trends keep counting them, and its
 * name is free for a new project.
 * @throws DomainError 404 when the organization has no such project
 */
export async function deleteProject(
  { db, clock }: Deps,
  actor: Actor,
  projectId: string,
): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const project = await lockProject(organizationId, tx, projectId);
    if (!project) throw notFound('Project');
    const now = clock.now();
    const { imageTags } = await deleteLockedProject(organizationId, tx, project.id, now);
    await recordAudit(tx, actor, {
      at: now,
      action: 'project.delete',
      subjectKind: 'project',
      subjectId: project.id,
      before: {
        id: project.id,
        name: project.name,
        created_at: project.createdAt,
        images: imageTags,
      },
    });
  });
}

/** A choice of projects, and its order. */
export interface ProjectListQuery extends OwnerQuery {
  readonly search?: string | null | undefined;
  readonly sort: ProjectSort;
  readonly direction: SortDirection;
}

export type DashboardProjectQuery = ProjectListQuery & PageRequest;

/** Lists a page of the organization's projects with the numbers of their images and software. */
export async function listProjectsForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardProjectQuery,
) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const list = await listOf(deps, organizationId, query);
  const { items, total } = await listedProjectsPage(organizationId, deps.db, list, classes, query);
  return toPage(items.map(toDashboardProject), total, query);
}

/** Reads all projects of the same list in batches; of `ids`, those that it has. */
export async function* projectsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: ProjectListQuery,
  ids: readonly string[] | null,
) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const list = await listOf(deps, organizationId, query, ids);
  const batches = allListedProjects(organizationId, deps.db, list, classes);
  for await (const rows of batches) yield rows.map(toDashboardProject);
}

async function listOf(
  deps: Deps,
  organizationId: OrganizationId,
  query: ProjectListQuery,
  ids: readonly string[] | null = null,
) {
  const { search, sort, direction } = query;
  const owner = await ownerScope(deps, organizationId, query);
  return { search: search ? foldForSearch(search) : null, owner, ids, sort, direction };
}

/** @throws DomainError 404 when the organization has no such project */
export async function getProject(deps: Deps, organizationId: OrganizationId, projectId: string) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const row = await listedProject(organizationId, deps.db, projectId, classes);
  if (!row) throw notFound('Project');
  return { ...toDashboardProject(row), createdDate: row.createdAt.toISOString() };
}

function toDashboardProject(row: ListedProjectRow) {
  const { ended, soon, next, later, unknown, ownerId, ownerName, ownerEmail, ownerLink } = row;
  return {
    id: row.id,
    name: row.name,
    images: row.images,
    latestScanDate: row.latestScanAt?.toISOString() ?? null,
    states: { ended, soon, next, later, unknown },
    owner:
      ownerId === null
        ? null
        : { id: ownerId, name: ownerName ?? '', email: ownerEmail, link: ownerLink },
  };
}
