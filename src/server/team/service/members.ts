import { conflict, notFound } from '@/domain/errors';
import { MAX_TEAM_MEMBERS } from '@/domain/team/team';
import { recordAudit } from '@/server/audit/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toTeamMember } from '../dto';
import {
  countTeamMembers,
  deleteTeamMember,
  findPerson,
  findTeamsOf,
  insertTeamMember,
} from '../repository/members';
import { requireTeam } from './teams';

/** Which of an organization's people is put into which team, or taken out of it. */
export interface TeamPlace {
  readonly teamId: string;
  readonly userId: string;
}

/**
 * Puts a member of the organization into a team; one who is in it stays.
 * @throws DomainError 404 for a team or a person of elsewhere, 409 for more than {@link MAX_TEAM_MEMBERS}
 */
export async function addTeamMember(
  { db, clock }: Deps,
  actor: Actor,
  { teamId, userId }: TeamPlace,
): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const team = await requireTeam(organizationId, tx, teamId);
    const person = await findPerson(organizationId, tx, userId);
    if (!person) throw notFound('Member');
    const at = clock.now();
    if (!(await insertTeamMember(organizationId, tx, { teamId, userId, addedAt: at }))) return;
    if ((await countTeamMembers(organizationId, tx, teamId)) > MAX_TEAM_MEMBERS) {
      throw conflict(`A team has at most ${String(MAX_TEAM_MEMBERS)} people`);
    }
    await recordAudit(tx, actor, {
      at,
      action: 'team.add_member',
      ...{ subjectKind: 'team', subjectId: teamId },
      after: { team: team.name, user_id: userId, name: person.name, email: person.email },
    });
  });
}

/**
 * Takes a person out of a team. What the team owns stays its own.
 * @throws DomainError 404 for a team of elsewhere, and for a person who is not in it
 */
export async function removeTeamMember(
  { db, clock }: Deps,
  actor: Actor,
  { teamId, userId }: TeamPlace,
): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const team = await requireTeam(organizationId, tx, teamId);
    const removed = await deleteTeamMember(organizationId, tx, teamId, userId);
    if (!removed) throw notFound('Member');
    await recordAudit(tx, actor, {
      at: clock.now(),
      action: 'team.remove_member',
      ...{ subjectKind: 'team', subjectId: teamId },
      before: { team: team.name, ...toTeamMember(removed) },
    });
  });
}

/** Lists the teams that a person is in, by name. */
export function teamsOf(
  { db }: { readonly db: Transaction },
  organizationId: OrganizationId,
  userId: string,
) {
  return findTeamsOf(organizationId, db, userId);
}
