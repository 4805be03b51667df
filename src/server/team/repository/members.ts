import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

export type TeamMemberRow = Awaited<ReturnType<typeof findTeamMembers>>[number];

/** Finds the people of a team by name, then e-mail. Plan: team_member by the front of its primary key. */
export function findTeamMembers(organizationId: OrganizationId, db: Transaction, teamId: string) {
  return db.sql
    .selectFrom('teamMember as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select(['m.userId', 'u.name', 'u.email', 'm.addedAt'])
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .where('m.teamId', '=', teamId)
    .orderBy(({ fn }) => fn('lower', ['u.name']))
    .orderBy('u.email')
    .execute();
}

/** Finds a member of the organization; null for anybody else. */
export async function findPerson(organizationId: OrganizationId, tx: Transaction, userId: string) {
  const row = await tx.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .select(['m.userId', 'u.name', 'u.email'])
    .where('m.organizationId', '=', organizationId)
    .where('m.userId', '=', userId)
    .forKeyShare('m')
    .executeTakeFirst();
  return row ?? null;
}

export function countTeamMembers(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
): Promise<number> {
  return tx.of(organizationId).teamMember.count({ where: { teamId } });
}

/** Inserts a person into a team; false when they are in it. */
export async function insertTeamMember(
  organizationId: OrganizationId,
  tx: Transaction,
  row: { readonly teamId: string; readonly userId: string; readonly addedAt: Date },
): Promise<boolean> {
  const { count } = await tx
    .of(organizationId)
    .teamMember.createMany({ data: [row], skipDuplicates: true });
  return count === 1;
}

/** Takes a person out of a team; null when they were not in it. */
export async function deleteTeamMember(
  organizationId: OrganizationId,
  tx: Transaction,
  teamId: string,
  userId: string,
): Promise<TeamMemberRow | null> {
  const row = await tx.sql
    .deleteFrom('teamMember')
    .using('appUser as u')
    .where('teamMember.organizationId', '=', organizationId)
    .where('teamId', '=', teamId)
    .where('userId', '=', userId)
    .whereRef('u.id', '=', 'teamMember.userId')
    .returning(['teamMember.userId', 'u.name', 'u.email', 'teamMember.addedAt'])
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the teams that a person is in, by name. Plan: team_member (organization_id, user_id). */
export function findTeamsOf(organizationId: OrganizationId, db: Transaction, userId: string) {
  return db.sql
    .selectFrom('teamMember as m')
    .innerJoin('team as t', (join) =>
      join.onRef('t.organizationId', '=', 'm.organizationId').onRef('t.id', '=', 'm.teamId'),
    )
    .select(['t.id', 't.name'])
    .where('m.organizationId', '=', anyOrganization(organizationId))
    .where('m.userId', '=', userId)
    .orderBy('t.sortKey')
    .orderBy(sql`t.id`)
    .execute();
}
