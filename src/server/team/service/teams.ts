import { v7 as uuidv7 } from 'uuid';
import { dayOf } from '@/domain/eol/calendar';
import { conflict, notFound } from '@/domain/errors';
import { identityOf } from '@/domain/identifiers/identity';
import { foldForSearch, sortKeyOf, type SortDirection } from '@/domain/list';
import { type PageRequest, toPage } from '@/domain/pagination';
import type { TeamSort } from '@/domain/team/list';
import { MAX_TEAMS, type TeamFields } from '@/domain/team/team';
import { recordAudit } from '@/server/audit/service';
import { coverOwned, isAnyOfTeam } from '@/server/coverage/service';
import { lockOrganization } from '@/server/organization/service';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { toTeam, toTeamMember, toTeamRecord } from '../dto';
import { findTeamMembers } from '../repository/members';
import {
  countOpenWaivers,
  disown,
  findMessageRulesOfTeam,
  findOwnerRulesOfTeam,
  findPlansOfTeam,
  findViewsOfTeam,
  releasePlans,
} from '../repository/owners';
import { applyRules, lockRules } from '../repository/rules';
import {
  allTeams,
  countTeams,
  findRival,
  findTeam,
  findTeamNames,
  insertTeam,
  lockTeam,
  removeTeam,
  teamPage,
  updateTeam,
  type TeamRow,
} from '../repository/teams';

/** A choice of teams, and its order. */
export interface TeamListQuery {
  readonly search?: string | null | undefined;
  readonly sort: TeamSort;
  readonly direction: SortDirection;
}

/** Lists a page of the organization's teams. */
export async function listTeams(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: TeamListQuery & PageRequest,
) {
  const { items, total } = await teamPage(organizationId, db, listOf(query), query);
  return toPage(items.map(toTeamRecord), total, query);
}

/** Lists the names of all teams, in their order. */
export function listTeamNames({ db }: Pick<Deps, 'db'>, organizationId: OrganizationId) {
  return findTeamNames(organizationId, db);
}

/** Finds the name of a team; null for one of another organization, too. */
export async function findTeamName(
  organizationId: OrganizationId,
  db: Transaction,
  id: string,
): Promise<string | null> {
  return (await findTeam(organizationId, db, id))?.name ?? null;
}

/** Reads all teams of the same list in batches. */
export async function* teamsForExport(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  query: TeamListQuery,
) {
  for await (const rows of allTeams(organizationId, db, listOf(query))) {
    yield rows.map(toTeamRecord);
  }
}

function listOf({ search, sort, direction }: TeamListQuery) {
  return { search: search ? foldForSearch(search) : null, sort, direction };
}

/** @throws DomainError 404 when the organization has no such team */
export async function getTeam(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const row = await findTeam(organizationId, db, id);
  if (!row) throw notFound('Team');
  const members = await findTeamMembers(organizationId, db, id);
  return { ...toTeamRecord(row), members: members.map(toTeamMember) };
}

/** @throws DomainError 409 for a name or a handle of another team, and for more than {@link MAX_TEAMS} */
export async function createTeam({ db, clock, logger }: Deps, actor: Actor, fields: TeamFields) {
  const { organizationId } = actor;
  const team = await db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    if ((await countTeams(organizationId, tx)) >= MAX_TEAMS) {
      throw conflict(`An organization has at most ${String(MAX_TEAMS)} teams`);
    }
    const at = clock.now();
    const row = teamOf(fields, { id: uuidv7(), createdAt: at, updatedAt: at });
    await requireUnlike(organizationId, tx, row);
    await insertTeam(organizationId, tx, row);
    if (row.handles.length > 0) await applyRules(organizationId, tx);
    await recordAudit(tx, actor, {
      at,
      action: 'team.create',
      ...subject(row),
      after: toTeam(row),
    });
    return requireListed(organizationId, tx, row.id);
  });
  if (fields.handles.length > 0) await coverOwned({ db, logger }, organizationId, null);
  return team;
}

/** The fields of a PATCH: one that is not there stays as it is. */
export type TeamPatch = { readonly [Field in keyof TeamFields]?: TeamFields[Field] | undefined };

/** @throws DomainError 404, 409 for a name or a handle of another team */
export async function patchTeam(
  { db, clock, logger }: Deps,
  actor: Actor,
  id: string,
  patch: TeamPatch,
) {
  const { organizationId } = actor;
  const team = await db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    const known = await requireTeam(organizationId, tx, id);
    const at = clock.now();
    const fields = {
      name: patch.name ?? known.name,
      email: patch.email === undefined ? known.email : patch.email,
      link: patch.link === undefined ? known.link : patch.link,
      handles: patch.handles ?? known.handles,
    };
    const row = teamOf(fields, { ...known, updatedAt: at });
    await requireUnlike(organizationId, tx, row);
    const { createdAt: _, ...changed } = row;
    await updateTeam(organizationId, tx, changed);
    if (row.handles.join() !== known.handles.join()) await applyRules(organizationId, tx);
    const [before, after] = [toTeam(known), toTeam(row)];
    await recordAudit(tx, actor, { at, action: 'team.update', ...subject(row), before, after });
    return requireListed(organizationId, tx, id);
  });
  if (patch.handles) await coverOwned({ db, logger }, organizationId, null);
  return team;
}

/**
 * Deletes a team with the rules for owners and messages that name it, its saved views and the plans for what it owns, of which
 * the audit trail keeps the names. What it owned is given to whom the other rules say, else to nobody.
 * @throws DomainError 404 when the organization has no such team, 409 while contracts are for it, or waivers that hold or
 *   may be granted: builds would be denied because of a team that somebody deleted
 */
export async function deleteTeam(
  { db, clock, logger }: Deps,
  actor: Actor,
  id: string,
): Promise<void> {
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    await takeTurn(organizationId, tx);
    const known = await requireTeam(organizationId, tx, id);
    if (await isAnyOfTeam(organizationId, tx, id)) {
      throw conflict('There are contracts for the team: delete them, or give them another scope');
    }
    const at = clock.now();
    if ((await countOpenWaivers(organizationId, tx, id, dayOf(at))) > 0) {
      throw conflict('Waivers of the team hold, or are asked for: revoke or decline them first');
    }
    const members = await findTeamMembers(organizationId, tx, id);
    const plans = await findPlansOfTeam(organizationId, tx, id);
    const views = await findViewsOfTeam(organizationId, tx, id);
    const messageRules = await findMessageRulesOfTeam(organizationId, tx, id);
    const ownerRules = await findOwnerRulesOfTeam(organizationId, tx, id);
    const projects = await disown(organizationId, tx, id);
    await releasePlans(organizationId, tx, id);
    await removeTeam(organizationId, tx, id);
    await applyRules(organizationId, tx);
    const before = {
      ...toTeam(known),
      ...{ members: members.map(({ userId }) => userId), projects },
      ...{ plans: plans.map(toGonePlan), views },
      ...{ message_rules: messageRules, owner_rules: ownerRules },
    };
    await recordAudit(tx, actor, { at, action: 'team.delete', ...subject(known), before });
  });
  await coverOwned({ db, logger }, organizationId, null);
}

type GonePlan = Awaited<ReturnType<typeof findPlansOfTeam>>[number];

const toGonePlan = ({ id, productName, cycle, targetCycle }: GonePlan) => ({
  ...{ id, product_name: productName, cycle, target_cycle: targetCycle },
});

/**
 * Makes those who change teams, rules or a project's owner take turns until the transaction ends. The row of the organization
 * first, which others of its settings hold who then take this turn as well; and while it is waited for, no upload waits.
 */
export async function takeTurn(organizationId: OrganizationId, tx: Transaction): Promise<void> {
  if (!(await lockOrganization(organizationId, tx))) throw notFound('Organization');
  await lockRules(organizationId, tx);
}

/** Locks a team. @throws DomainError 404 when the organization has no such team */
export async function requireTeam(
  organizationId: OrganizationId,
  tx: Transaction,
  id: string,
): Promise<TeamRow> {
  const row = await lockTeam(organizationId, tx, id);
  if (!row) throw notFound('Team');
  return row;
}

async function requireListed(organizationId: OrganizationId, tx: Transaction, id: string) {
  const row = await findTeam(organizationId, tx, id);
  if (!row) throw notFound('Team');
  return toTeamRecord(row);
}

type NewTeam = ReturnType<typeof teamOf>;

function teamOf(
  { name, email, link, handles }: TeamFields,
  row: Pick<TeamRow, 'id' | 'createdAt' | 'updatedAt'>,
) {
  const folded = foldForSearch(name);
  return {
    ...row,
    ...{ name, email, link, handles: [...new Set(handles)] },
    ...{ nameKey: identityOf(folded), searchText: folded, sortKey: sortKeyOf(name) },
  };
}

async function requireUnlike(organizationId: OrganizationId, tx: Transaction, team: NewTeam) {
  const rival = await findRival(organizationId, tx, team);
  if (!rival) return;
  if (rival.nameKey === team.nameKey) throw conflict(`There is a team ${rival.name}`);
  const handle = rival.handles.find((one) => team.handles.includes(one));
  throw conflict(`${handle ?? ''} is a handle of the team ${rival.name}`);
}

const subject = ({ id }: Pick<TeamRow, 'id'>) => ({ subjectKind: 'team', subjectId: id });
