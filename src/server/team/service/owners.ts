import { notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import type { OwnerQuery, OwnerScope } from '@/domain/team/owner';
import type { Owner } from '@/domain/team/team';
import { recordAudit } from '@/server/audit/service';
import { coverOwned } from '@/server/coverage/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toOwner, toProjectOwner, type OwnerAnswer } from '../dto';
import {
  findOwnedProject,
  findOwnerNamed,
  findOwners,
  lockOwnedProject,
  lockOwnedProjects,
  setOwner,
} from '../repository/owners';
import { findTeamsOf } from '../repository/members';
import { applyRules } from '../repository/rules';
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

/** @throws DomainError 404 when the organization has no such project */
export async function requireOwned(
  organizationId: OrganizationId,
  tx: Transaction,
  projectId: string,
) {
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
  { db, clock, logger }: Deps,
  actor: Actor,
  projectId: string,
  teamId: string | null,
) {
  const { organizationId } = actor;
  const owned = await db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    if (!(await lockOwnedProject(organizationId, tx, projectId))) throw notFound('Project');
    const before = await requireOwned(organizationId, tx, projectId);
    if (teamId !== null) await requireTeam(organizationId, tx, teamId);
    await setOwner(organizationId, tx, projectId, teamId);
    if (teamId === null) await applyRules(organizationId, tx, [projectId]);
    const after = await requireOwned(organizationId, tx, projectId);
    await recordAudit(tx, actor, {
      at: clock.now(),
      action: 'project.set_owner',
      ...{ subjectKind: 'project', subjectId: projectId },
      ...{ before: ownerOf(before), after: ownerOf(after) },
    });
    return after;
  });
  await coverOwned({ db, logger }, organizationId, [projectId]);
  return owned;
}

/** A project's owner as the audit trail has it. */
export const ownerOf = ({
  project_name,
  owner,
  source,
  rule,
}: Awaited<ReturnType<typeof requireOwned>>) => ({
  project: project_name,
  owner: owner?.name ?? null,
  ...{ source, rule },
});

/**
 * Gives projects the owners that the rules say, once something that a rule looks at is gone or another. They are locked first, so
 * that what others take from them at once is seen by whoever comes last. Whoever calls has taken the turn of `shareOwnerRules`
 * before any lock of an image, as changes of contracts lock them in that order, and lets `coverOwned` follow the commit.
 * @returns whether any has another owner, or one by another rule, than before
 */
export async function applyOwnerRulesAgain(
  organizationId: OrganizationId,
  tx: Transaction,
  projectIds: readonly string[],
): Promise<boolean> {
  if (projectIds.length === 0) return false;
  await lockOwnedProjects(organizationId, tx, projectIds);
  return (await applyRules(organizationId, tx, projectIds)) > 0;
}

/**
 * Steps of an upload: what gives a project an owner takes its turn before it locks the project, and the rules are
 * applied once its image is stored.
 */
export { lockOwnedProjects } from '../repository/owners';
export {
  applyRules as applyOwnerRules,
  isLabelRuled,
  shareRules as shareOwnerRules,
} from '../repository/rules';
