import { offsetOf, type PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database, Transaction } from '@/server/db';
import { classParameters } from '@/server/image/count-sql';
import type { ImageFilter, ImageRow } from '@/server/image/repository';
import type { SoftwareClasses } from '@/server/software/classes';
import {
  CLOSE_CLEAN_INTERVALS,
  CLOSE_FINDING_INTERVALS,
  CLOSE_FINDINGS,
  DELETE_IMAGE_TAGS,
  DELETE_PROJECT,
  LOCK_IMAGE_TAGS,
  LOCK_PROJECT,
} from './deletion-queries';
import { PROJECT_EXISTS, PROJECT_PAGE, PROJECTS_WITH_LATEST_SCAN } from './queries';

export interface ProjectWithImages {
  readonly id: string;
  readonly name: string;
  readonly images: readonly ImageRow[];
}

export interface ProjectRow {
  readonly id: string;
  readonly name: string;
  readonly images: number;
  readonly latestScanAt: Date | null;
}

type ProjectImageRow = (ImageRow | { readonly id: null }) & {
  readonly total: number;
  /** Null in the one row of a page past the end. */
  readonly pageProjectId: string | null;
  readonly pageProjectName: string;
};

/** Projects by name and id, each with its matching images by name, tag and id. */
export async function projectPage(
  organizationId: OrganizationId,
  db: Database,
  filter: Pick<ImageFilter, 'search' | 'softwareIds'>,
  classes: SoftwareClasses,
  page: PageRequest,
): Promise<{ items: ProjectWithImages[]; total: number }> {
  const rows = await db.query<ProjectImageRow>(PROJECT_PAGE, [
    organizationId,
    filter.search,
    filter.softwareIds,
    page.size,
    offsetOf(page),
    ...classParameters(classes),
  ]);
  return { items: byProject(rows), total: rows[0]?.total ?? 0 };
}

/** The rows come project by project; a map keeps that order. */
function byProject(rows: readonly ProjectImageRow[]): ProjectWithImages[] {
  const projects = new Map<string, { id: string; name: string; images: ImageRow[] }>();
  for (const row of rows) {
    if (row.pageProjectId === null) continue;
    const project = projects.get(row.pageProjectId) ?? {
      id: row.pageProjectId,
      name: row.pageProjectName,
      images: [],
    };
    projects.set(project.id, project);
    if (row.id !== null) project.images.push(row);
  }
  return [...projects.values()];
}

export function projectsWithLatestScan(
  organizationId: OrganizationId,
  db: Database,
): Promise<ProjectRow[]> {
  return db.query<ProjectRow>(PROJECTS_WITH_LATEST_SCAN, [organizationId]);
}

/** False for an id of another organization and for a deleted project, too. */
export async function projectExists(
  organizationId: OrganizationId,
  db: Database,
  projectId: string,
): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(PROJECT_EXISTS, [organizationId, projectId]);
  return row?.exists ?? false;
}

export interface LockedProject {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** The project, locked until the transaction ends; null when there is none. */
export async function lockProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
): Promise<LockedProject | null> {
  const [row] = await tx.query<LockedProject>(LOCK_PROJECT, [organizationId, projectId]);
  return row ?? null;
}

/** Hides a locked project and its image tags, and closes its findings and their intervals. */
export async function deleteLockedProject(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  now: Date,
): Promise<{ imageTags: number }> {
  const locked = await tx.query<{ id: string }>(LOCK_IMAGE_TAGS, [organizationId, projectId]);
  const imageTagIds = locked.map(({ id }) => id);
  await tx.query(CLOSE_FINDING_INTERVALS, [organizationId, imageTagIds, now]);
  await tx.query(CLOSE_CLEAN_INTERVALS, [organizationId, imageTagIds, now]);
  await tx.query(CLOSE_FINDINGS, [organizationId, imageTagIds]);
  await tx.query(DELETE_IMAGE_TAGS, [organizationId, imageTagIds, now]);
  await tx.query(DELETE_PROJECT, [organizationId, projectId, now]);
  return { imageTags: imageTagIds.length };
}
