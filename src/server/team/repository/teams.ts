import { sql } from 'kysely';
import type { SortDirection } from '@/domain/list';
import type { PageRequest } from '@/domain/pagination';
import type { TeamSort } from '@/domain/team/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database, Transaction } from '@/server/platform/db/db';
import { allRows, findPage } from '@/server/platform/db/page-rows';
import { anyOrganization } from '@/server/platform/db/sql';

/** `search` is folded; null means any. */
export interface TeamList {
  readonly search: string | null;
  readonly sort: TeamSort;
  readonly direction: SortDirection;
}

export type TeamRow = Awaited<ReturnType<typeof lockTeam>> & {};
export type ListedTeamRow = Awaited<ReturnType<typeof teamPage>>['items'][number];

const COLUMNS = ['id', 'name', 'email', 'link', 'handles', 'createdAt', 'updatedAt'] as const;

/**
 * Selects teams `t` with the number of their people and live projects.
 *
 * Plan: two look-ups by index a team, of at most a thousand; a project's by (organization_id, owner_team_id).
 */
function selectListed(organizationId: OrganizationId, db: Transaction) {
  const own = anyOrganization(organizationId);
  return db.sql
    .selectFrom('team as t')
    .select(['t.id', 't.name', 't.email', 't.link', 't.handles', 't.createdAt', 't.updatedAt'])
    .select([
      sql<number>`(SELECT count(*) FROM team_member m
                    WHERE m.organization_id = ${own} AND m.team_id = t.id)`.as('people'),
      sql<number>`(SELECT count(*) FROM project p
                    WHERE p.organization_id = ${own} AND p.owner_team_id = t.id
                      AND p.deleted_at IS NULL)`.as('projects'),
    ])
    .where('t.organizationId', '=', own);
}

const KEYS = {
  name: sql`sort_key`,
  people: sql`people`,
  projects: sql`projects`,
} as const;
const DIRECTIONS = { asc: sql`ASC`, desc: sql`DESC` } as const;

function listed(organizationId: OrganizationId, db: Transaction, { search }: TeamList) {
  const teams = selectListed(organizationId, db).select('t.sortKey');
  return search === null ? teams : teams.where(sql<boolean>`strpos(t.search_text, ${search}) > 0`);
}

const orderOf = ({ sort, direction }: TeamList) =>
  sql`${KEYS[sort]} ${DIRECTIONS[direction]}, sort_key, id`;

/** Reads a page of teams. */
export function teamPage(
  organizationId: OrganizationId,
  db: Database,
  list: TeamList,
  page: PageRequest,
) {
  return findPage(db, listed(organizationId, db, list), orderOf(list), page);
}

/** Reads all teams of the same list in batches. */
export function allTeams(organizationId: OrganizationId, db: Database, list: TeamList) {
  return allRows(db, listed(organizationId, db, list).orderBy(orderOf(list)));
}

/** Finds the names of all teams, in their order. Their number is bounded. */
export function findTeamNames(organizationId: OrganizationId, db: Transaction) {
  return db.sql
    .selectFrom('team')
    .select(['id', 'name'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .orderBy('sortKey')
    .orderBy('id')
    .execute();
}

/** Finds one team with the same numbers; null for one of another organization, too. */
export async function findTeam(organizationId: OrganizationId, db: Transaction, id: string) {
  const row = await selectListed(organizationId, db).where('t.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks a team until the transaction ends; null for one of another organization, too. */
export async function lockTeam(organizationId: OrganizationId, tx: Transaction, id: string) {
  const row = await tx.sql
    .selectFrom('team')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function countTeams(organizationId: OrganizationId, tx: Transaction): Promise<number> {
  return tx.of(organizationId).team.count();
}

/** What is derived of a team's name. */
interface NameColumns {
  readonly nameKey: string;
  readonly searchText: string;
  readonly sortKey: string;
}

/** Inserts a team; false when another one has its name. */
export async function insertTeam(
  organizationId: OrganizationId,
  tx: Transaction,
  { handles, ...row }: TeamRow & NameColumns,
): Promise<boolean> {
  const data = [{ ...row, handles: [...handles] }];
  const { count } = await tx.of(organizationId).team.createMany({ data, skipDuplicates: true });
  return count === 1;
}

export async function updateTeam(
  organizationId: OrganizationId,
  tx: Transaction,
  { id, handles, ...data }: Omit<TeamRow, 'createdAt'> & NameColumns,
): Promise<void> {
  await tx
    .of(organizationId)
    .team.updateMany({ where: { id }, data: { ...data, handles: [...handles] } });
}

/** Deletes a team of which no project is. */
export async function removeTeam(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<void> {
  await tx.of(organizationId).team.deleteMany({ where: { id } });
}

/** Finds another team of a name, or of one of some handles. */
export async function findRival(
  organizationId: OrganizationId,
  tx: Transaction,
  team: { readonly id: string; readonly nameKey: string; readonly handles: readonly string[] },
) {
  const row = await tx.sql
    .selectFrom('team')
    .select(['name', 'nameKey', 'handles'])
    .where('organizationId', '=', anyOrganization(organizationId))
    .where('id', '!=', team.id)
    .where(({ or, eb, val }) =>
      or([eb('nameKey', '=', team.nameKey), sql<boolean>`handles && ${val(team.handles)}::text[]`]),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
