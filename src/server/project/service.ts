import type { EolFilter } from '@/domain/eol/proximity';
import { notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/search';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Actor } from '@/server/auth/principal';
import type { Deps } from '@/server/deps';
import { classifySoftware } from '@/server/software/classes';
import { toProjectAndImage, toScannerProject } from './dto';
import { deleteLockedProject, lockProject } from './repository/deletion';
import { projectExists, projectPage, projectsWithLatestScan } from './repository/projects';

export interface ProjectQuery extends PageRequest {
  readonly search?: string | null | undefined;
  readonly eolFilter?: EolFilter | null | undefined;
}

/** A page of the organization's projects with their images. */
export async function listProjects(
  deps: Deps,
  organizationId: OrganizationId,
  { search, eolFilter, ...page }: ProjectQuery,
) {
  const { classes, ofFilter } = await classifySoftware(deps, organizationId, eolFilter);
  const filter = { search: search ? foldForSearch(search) : null, softwareIds: ofFilter };
  const { items, total } = await projectPage(organizationId, deps.db, filter, classes, page);
  return toPage(items.map(toProjectAndImage), total, page);
}

/** What scanners are told of the organization's projects: all of them. */
export async function listScannerProjects({ db }: Deps, organizationId: OrganizationId) {
  const rows = await projectsWithLatestScan(organizationId, db);
  return rows.map(toScannerProject);
}

/** @throws DomainError 404 when the organization has no such project */
export async function requireProject(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
): Promise<void> {
  if (!(await projectExists(organizationId, db, projectId))) throw notFound('Project');
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
