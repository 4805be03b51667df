import { notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { ownersOf, pathInRepository } from '@/domain/team/codeowners';
import type { OwnerQuery, OwnerScope } from '@/domain/team/owner';
import type { Owner } from '@/domain/team/team';
import { recordAudit } from '@/server/audit/service';
import { requireOwnProject } from '@/server/platform/auth/build-scope';
import { coverOwned } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toOwner, toProjectOwner, type OwnerAnswer } from '../dto';
import {
  findLatestLocation,
  findOwnedProject,
  findOwnerNamed,
  findOwners,
  lockOwnedProject,
  putCodeowners,
  setOwner,
} from '../repository/owners';
import { findTeamsOf } from '../repository/members';
import { applyRules, shareRules } from '../repository/rules';
import { applyOwnerRules } from './applied-rules';
import { requireTeam, takeTurn } from './teams';

/** Gives the owners of some projects by the project's id; one that nobody owns has none. */
export async function ownersOfProjects(
  { db }: { readonly db: Transaction },
  organizationId: OrganizationId,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, Owner>> {
  if (projectIds.length === 0) return new Map();
  const rows = await findOwners(organizationId, db, projectIds);
  return new Map(rows.map(({ projectId, ...owner }) => [projectId, owner]));
}

/** Tells whom to ask about a project, as answers say it; null: nobody owns it. */
export async function ownerOfProject(
  deps: { readonly db: Transaction },
  organizationId: OrganizationId,
  projectId: string,
): Promise<OwnerAnswer | null> {
  const owners = await ownersOfProjects(deps, organizationId, [projectId]);
  const owner = owners.get(projectId);
  return owner ? toOwner(owner) : null;
}

/** Tells the same of a project by its name; null also where there is no such project yet. */
export async function ownerOfProjectNamed(
  { db }: { readonly db: Transaction },
  organizationId: OrganizationId,
  name: string,
): Promise<OwnerAnswer | null> {
  const owner = await findOwnerNamed(organizationId, db, identityOf(name));
  return owner && toOwner(owner);
}

/** Finds the projects that a question keeps; null when it keeps all. A team of elsewhere owns nothing here. */
export async function ownerScope(
  { db }: { readonly db: Transaction },
  organizationId: OrganizationId,
  { owner, readerId }: OwnerQuery,
): Promise<OwnerScope | null> {
  if (!owner) return null;
  if (owner === 'none') return { kind: 'nobody' };
  if (owner !== 'mine') return { kind: 'teams', teamIds: [owner] };
  const teams = readerId ? await findTeamsOf(organizationId, db, readerId) : [];
  return { kind: 'teams', teamIds: teams.map(({ id }) => id) };
}

/** Gets who owns a project, and why. @throws DomainError 404 when the organization has no such project */
export function getProjectOwner(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  projectId: string,
) {
  return requireOwned(organizationId, db, projectId);
}

async function requireOwned(organizationId: OrganizationId, tx: Transaction, projectId: string) {
  const row = await findOwnedProject(organizationId, tx, projectId);
  if (!row) throw notFound('Project');
  return toProjectOwner(row);
}

/**
 * Sets a project's owner by hand, which no rule changes from then on.
 * @param teamId null: as the rules say
 * @throws DomainError 404 for a project or a team of elsewhere
 */
export async function setProjectOwner(
  { db, clock }: Deps,
  actor: Actor,
  projectId: string,
  teamId: string | null,
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    if (!(await lockOwnedProject(organizationId, tx, projectId))) throw notFound('Project');
    const before = await requireOwned(organizationId, tx, projectId);
    if (teamId !== null) await requireTeam(organizationId, tx, teamId);
    await setOwner(organizationId, tx, projectId, teamId);
    if (teamId === null) await applyRules(organizationId, tx, [projectId]);
    await coverOwned(organizationId, tx, [projectId]);
    const after = await requireOwned(organizationId, tx, projectId);
    await recordAudit(tx, actor, {
      at: clock.now(),
      action: 'project.set_owner',
      ...{ subjectKind: 'project', subjectId: projectId },
      ...{ before: ownerOf(before), after: ownerOf(after) },
    });
    return after;
  });
}

const ownerOf = ({
  project_name,
  owner,
  source,
  rule,
}: Awaited<ReturnType<typeof requireOwned>>) => ({
  project: project_name,
  owner: owner?.name ?? null,
  ...{ source, rule },
});

/** A file that says who owns what in a repository. */
export interface CodeownersFile {
  readonly content: string;
  /** Of what was built, in the repository; null: as the image that was scanned last says. */
  readonly path: string | null;
}

/**
 * Keeps whom a CODEOWNERS file names for a project, in the place of what the last one said, and applies the rules to it.
 * A file that says what the last one said leaves nothing behind.
 * @throws DomainError 404 when the organization has no such project, 403 when it is not that of the build which sends it
 */
export async function takeCodeowners(
  { db, clock }: Deps,
  actor: Actor,
  projectId: string,
  file: CodeownersFile,
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await shareRules(organizationId, tx);
    if (!(await lockOwnedProject(organizationId, tx, projectId))) throw notFound('Project');
    const before = await requireOwned(organizationId, tx, projectId);
    requireOwnProject(actor, before.project_name);
    const path = await pathOf(organizationId, tx, projectId, file);
    const named = { ...ownersOf(file.content, path), path, sentAt: clock.now() };
    if (!(await putCodeowners(organizationId, tx, projectId, named))) return before;
    await applyOwnerRules(organizationId, tx, [projectId]);
    const after = await requireOwned(organizationId, tx, projectId);
    await recordAudit(tx, actor, {
      at: named.sentAt,
      action: 'project.codeowners',
      ...{ subjectKind: 'project', subjectId: projectId },
      before: { ...ownerOf(before), codeowners: before.codeowners },
      after: { ...ownerOf(after), codeowners: after.codeowners },
    });
    return after;
  });
}

/** The path whose owners are asked: of what was built, where it is known in the repository. */
async function pathOf(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
  { path }: CodeownersFile,
): Promise<string> {
  if (path !== null) return pathInRepository(path, path.endsWith('/') ? 'directory' : 'file');
  const latest = await findLatestLocation(organizationId, tx, projectId);
  if (!latest) return '';
  return pathInRepository(latest.location, latest.kind === 'directory' ? 'directory' : 'file');
}

/**
 * Steps of an upload: what gives a project an owner takes its turn before it locks the project, and the rules are
 * applied once its image is stored.
 */
export { shareRules as shareOwnerRules } from '../repository/rules';
export { applyOwnerRules } from './applied-rules';
