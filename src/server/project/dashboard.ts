import { notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { classParameters } from '@/server/image/count-sql';
import { allItems, limitsOf, withTotal, type PageRow } from '@/server/page-rows';
import { classifySoftware } from '@/server/software/classes';
import {
  DASHBOARD_PROJECT,
  dashboardProjectsSql,
  type ProjectSort,
  type SortDirection,
} from './dashboard-queries';

/** Which projects, in which order. */
export interface ProjectListQuery {
  readonly search?: string | null | undefined;
  readonly sort: ProjectSort;
  readonly direction: SortDirection;
}

export type DashboardProjectQuery = ProjectListQuery & PageRequest;

interface DashboardProjectRow {
  readonly id: string;
  readonly name: string;
  readonly images: number;
  readonly latestScanAt: Date | null;
  /** Software in its images, each once, by state. */
  readonly ended: number;
  readonly soon: number;
  readonly next: number;
  readonly later: number;
  readonly unknown: number;
}

/** A page of the organization's projects with what they hold. */
export async function listProjectsForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardProjectQuery,
) {
  const sql = dashboardProjectsSql(query.sort, query.direction);
  const parameters = await listParameters(deps, organizationId, query, query);
  const rows = await deps.db.query<PageRow<DashboardProjectRow>>(sql, parameters);
  const { items, total } = withTotal<DashboardProjectRow>(rows);
  return toPage(items.map(toDashboardProject), total, query);
}

/** All projects of the same list in batches. */
export async function* projectsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: ProjectListQuery,
) {
  const sql = dashboardProjectsSql(query.sort, query.direction);
  const parameters = await listParameters(deps, organizationId, query, null);
  const batches = allItems<DashboardProjectRow>(deps.db, sql, parameters);
  for await (const rows of batches) yield rows.map(toDashboardProject);
}

/** @param page null: all of the list */
async function listParameters(
  deps: Deps,
  organizationId: OrganizationId,
  { search }: ProjectListQuery,
  page: PageRequest | null,
): Promise<unknown[]> {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const folded = search ? foldForSearch(search) : null;
  return [organizationId, folded, ...limitsOf(page), ...classParameters(classes)];
}

/** @throws DomainError 404 when the organization has no such project */
export async function getProject(deps: Deps, organizationId: OrganizationId, projectId: string) {
  const { classes } = await classifySoftware(deps, organizationId, null);
  const [row] = await deps.db.query<DashboardProjectRow & { readonly createdAt: Date }>(
    DASHBOARD_PROJECT,
    [organizationId, projectId, ...classParameters(classes)],
  );
  if (!row) throw notFound('Project');
  return { ...toDashboardProject(row), createdDate: row.createdAt.toISOString() };
}

function toDashboardProject(row: DashboardProjectRow) {
  const { ended, soon, next, later, unknown } = row;
  return {
    id: row.id,
    name: row.name,
    images: row.images,
    latestScanDate: row.latestScanAt?.toISOString() ?? null,
    states: { ended, soon, next, later, unknown },
  };
}
