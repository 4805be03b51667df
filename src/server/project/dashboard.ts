import { notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { ProjectSort } from '@/domain/project/list';
import { foldForSearch } from '@/domain/search';
import type { SortDirection } from '@/domain/sort-direction';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { classifySoftware } from '@/server/software/classes';
import {
  allListedProjects,
  listedProject,
  listedProjectsPage,
  type ListedProjectRow,
} from './repository/projects';

/** Which projects, in which order. */
export interface ProjectListQuery {
  readonly search?: string | null | undefined;
  readonly sort: ProjectSort;
  readonly direction: SortDirection;
}

export type DashboardProjectQuery = ProjectListQuery & PageRequest;

/** A page of the organization's projects with what they hold. */
export async function listProjectsForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardProjectQuery,
) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const list = listOf(query);
  const { items, total } = await listedProjectsPage(organizationId, deps.db, list, classes, query);
  return toPage(items.map(toDashboardProject), total, query);
}

/** All projects of the same list in batches. */
export async function* projectsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: ProjectListQuery,
) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const batches = allListedProjects(organizationId, deps.db, listOf(query), classes);
  for await (const rows of batches) yield rows.map(toDashboardProject);
}

function listOf({ search, sort, direction }: ProjectListQuery) {
  return { search: search ? foldForSearch(search) : null, sort, direction };
}

/** @throws DomainError 404 when the organization has no such project */
export async function getProject(deps: Deps, organizationId: OrganizationId, projectId: string) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const row = await listedProject(organizationId, deps.db, projectId, classes);
  if (!row) throw notFound('Project');
  return { ...toDashboardProject(row), createdDate: row.createdAt.toISOString() };
}

function toDashboardProject(row: ListedProjectRow) {
  const { ended, soon, next, later, unknown } = row;
  return {
    id: row.id,
    name: row.name,
    images: row.images,
    latestScanDate: row.latestScanAt?.toISOString() ?? null,
    states: { ended, soon, next, later, unknown },
  };
}
