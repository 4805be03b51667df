import { sql } from 'kysely';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';

/** Who may be concerned by something. */
export interface Wanted {
  readonly admins: boolean;
  readonly userIds: readonly string[];
  readonly teamIds: readonly string[];
}

/** What the organization's receivers get who have not chosen. */
const DEFAULTS = [
  'o.messageTempo as defaultTempo',
  'o.messageHour as defaultHour',
  'o.messageTimeZone as defaultTimeZone',
] as const;

/** Members as they are now, with what each has chosen. */
function members(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('membership as m')
    .innerJoin('appUser as u', 'u.id', 'm.userId')
    .innerJoin('organization as o', 'o.id', 'm.organizationId')
    .leftJoin('mailSetting as s', (join) =>
      join
        .onRef('s.organizationId', '=', 'm.organizationId')
        .onRef('s.receiverId', '=', 'm.userId'),
    )
    .select((eb) => [
      ...(['m.userId', 'm.role', 'u.name', 'u.email', 'u.emailProvenAt'] as const),
      ...(['s.choices', 's.tempo', 's.hour', 's.timeZone', 's.quiet'] as const),
      ...DEFAULTS,
      eb
        .selectFrom('teamMember as t')
        .select(sql<string[]>`COALESCE(array_agg(t.team_id), '{}')`.as('ids'))
        .where('t.organizationId', '=', anyOrganization(organizationId))
        .whereRef('t.userId', '=', 'm.userId')
        .as('teamIds'),
    ])
    .where('m.organizationId', '=', anyOrganization(organizationId));
}

export type MemberRow = Awaited<ReturnType<typeof findMembers>>[number];

/**
 * Lists members of an organization that are admins, named, or in one of some teams. Plan: the organization's part of
 * membership, with its teams by their index.
 */
export function findMembers(
  organizationId: OrganizationId,
  db: Transaction,
  { admins, userIds, teamIds }: Wanted,
) {
  return members(organizationId, db)
    .where((eb) =>
      eb.or([
        ...(admins ? [eb('m.role', '=', 'admin')] : []),
        eb('m.userId', '=', eb.fn.any(eb.val(userIds))),
        eb.exists(
          eb
            .selectFrom('teamMember as w')
            .select('w.teamId')
            .where('w.organizationId', '=', anyOrganization(organizationId))
            .whereRef('w.userId', '=', 'm.userId')
            .where('w.teamId', '=', eb.fn.any(eb.val(teamIds))),
        ),
      ]),
    )
    .orderBy('m.userId')
    .execute();
}

/** Finds one member; null for a person who is none, or is none any more. */
export async function findMember(
  organizationId: OrganizationId,
  db: Transaction,
  userId: string,
): Promise<MemberRow | null> {
  const row = await members(organizationId, db).where('m.userId', '=', userId).executeTakeFirst();
  return row ?? null;
}

function teams(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('team as t')
    .innerJoin('organization as o', 'o.id', 't.organizationId')
    .leftJoin('mailSetting as s', (join) =>
      join.onRef('s.organizationId', '=', 't.organizationId').onRef('s.receiverId', '=', 't.id'),
    )
    .select(['t.id', 't.name', 't.email', 's.tempo', 's.hour', 's.timeZone', ...DEFAULTS])
    .where('t.organizationId', '=', organizationId);
}

export type TeamRow = Awaited<ReturnType<typeof findMailedTeams>>[number];

/** Lists those of some teams whose address gets mail. */
export function findMailedTeams(
  organizationId: OrganizationId,
  db: Transaction,
  teamIds: readonly string[],
) {
  return teams(organizationId, db)
    .where(({ eb, fn, val }) => eb('t.id', '=', fn.any(val(teamIds))))
    .where('t.email', 'is not', null)
    .where('s.tempo', '!=', 'off')
    .execute();
}

export async function findTeam(
  organizationId: OrganizationId,
  db: Transaction,
  teamId: string,
): Promise<TeamRow | null> {
  const row = await teams(organizationId, db).where('t.id', '=', teamId).executeTakeFirst();
  return row ?? null;
}

/** Lists those of some teams that nobody is in. Plan: each by the key of team_member. */
export async function findEmptyTeams(
  organizationId: OrganizationId,
  db: Transaction,
  teamIds: readonly string[],
): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('team as t')
    .select('t.id')
    .where('t.organizationId', '=', organizationId)
    .where(({ eb, fn, val }) => eb('t.id', '=', fn.any(val(teamIds))))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('teamMember as m')
            .select('m.userId')
            .where('m.organizationId', '=', organizationId)
            .whereRef('m.teamId', '=', 't.id'),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the organization has members at all: else nobody reads what is said. */
export async function hasMembers(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<boolean> {
  const row = await db.sql
    .selectFrom('membership')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findOrganizationName(
  organizationId: OrganizationId,
  db: Transaction,
): Promise<string | null> {
  const row = await db.sql
    .selectFrom('organization')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.name ?? null;
}
