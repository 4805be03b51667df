import type { Fault } from '@/domain/errors';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import {
  MAX_BY_HAND,
  ownedByHand,
  projectsNamed,
  teamsNamed,
  type OwnedByHand,
  type OwnerChanges,
} from '@/server/team/service/by-hand';
import type { FileProject, PolicyFileChanges, ShownProject } from '../dto';

/** A project's owner as a file says it, with the records that it names. */
type NamedOwner = Pick<OwnedByHand, 'projectId' | 'projectName' | 'teamId' | 'teamName'>;
export type { NamedOwner };

/** Finds the projects and teams that a file names; adds faults for those that there are not, and for one that stands twice. */
export async function namedOwners(
  organizationId: OrganizationId,
  db: Transaction,
  projects: readonly FileProject[],
  faults: Fault[],
): Promise<NamedOwner[]> {
  if ((await ownedByHand(organizationId, db)) === null) {
    const most = MAX_BY_HAND.toLocaleString('en');
    const msg = `Value error, more than ${most} projects have an owner set by hand: leave the list out`;
    faults.push({ loc: ['body', 'projects'], msg, type: 'value_error' });
  }
  if (projects.length === 0) return [];
  const known = await projectsNamed(
    organizationId,
    db,
    projects.map((one) => one.project_name),
  );
  const teams = await teamsNamed(
    organizationId,
    db,
    projects.map((one) => one.owner),
  );
  const seen = new Set<string>();
  return projects.flatMap(({ project_name: projectName, owner }, index) => {
    const [project, team] = [known.get(projectName), teams.get(owner)];
    const fault = (field: string, msg: string): Fault => ({
      loc: ['body', 'projects', index, field],
      msg: `Value error, ${msg}`,
      type: 'value_error',
    });
    if (!project) faults.push(fault('project_name', 'there is no such project'));
    if (!team) faults.push(fault('owner', 'there is no such team'));
    if (!project || !team) return [];
    if (seen.has(project.id)) faults.push(fault('project_name', 'this project stands above'));
    seen.add(project.id);
    return [{ projectId: project.id, projectName, teamId: team.id, teamName: team.name }];
  });
}

interface OwnerPlan {
  readonly shown: PolicyFileChanges['projects'];
  readonly written: OwnerChanges;
}

/**
 * Plans what becomes of owners that were set by hand.
 * @param wanted null: the file says nothing of them
 * @param kept null where the file says nothing of them
 */
export function planOwners(
  wanted: readonly NamedOwner[] | null,
  kept: readonly OwnedByHand[] | null,
  lineOf: (path: readonly (string | number)[]) => number,
): OwnerPlan {
  if (!wanted) return { shown: null, written: { set: [], cleared: [] } };
  const before = new Map((kept ?? []).map((one) => [one.projectId, one]));
  const named = new Set(wanted.map(({ projectId }) => projectId));
  const set = wanted.flatMap((after, index) => {
    const was = before.get(after.projectId) ?? null;
    return was?.teamId === after.teamId ? [] : [{ index, was, after }];
  });
  const gone = (kept ?? []).filter(({ projectId }) => !named.has(projectId));
  const changes = [
    ...set.map(({ index, was, after }) => ({
      change: was ? ('changed' as const) : ('added' as const),
      line: lineOf(['projects', index]),
      before: was && toShownProject(was),
      after: toShownProject(after),
    })),
    ...gone.map((one) => ({
      ...{ change: 'removed' as const, line: null },
      ...{ before: toShownProject(one), after: null },
    })),
  ];
  return {
    shown: { changes, same: wanted.length - set.length },
    written: {
      set: set.map(({ after: { projectId, teamId } }) => ({ projectId, teamId })),
      cleared: gone.map(({ projectId }) => projectId),
    },
  };
}

/** Writes a project as the file does. */
export function toShownProject({ projectName, teamName }: NamedOwner): ShownProject {
  return { project_name: projectName, owner: teamName };
}
