import { v7 as uuidv7 } from 'uuid';
import { conflict, forbidden, notFound } from '@/domain/errors';
import type { ViewList } from '@/domain/saved-view/view';
import { recordAudit } from '@/server/audit/service';
import { findMemberRole } from '@/server/organization/service';
import { readerIdOf, type Actor, type Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { teamsOf } from '@/server/team/service/members';
import { requireTeam } from '@/server/team/service/teams';
import { toAudited, toSavedView } from './dto';
import {
  countViews,
  findViews,
  insertView,
  lockView,
  removeView,
  updateView,
  type SavedViewRow,
  type ViewOwner,
} from './repository';

/** Views of one person or team. */
export const MAX_VIEWS = 100;
/** Views that a menu shows. */
const MAX_LISTED = 500;

export interface NewView {
  readonly list: ViewList;
  readonly name: string;
  readonly query: string;
  /** Null: the person's own. */
  readonly teamId: string | null;
}

/** Lists the reader's own views of a list and those of all teams, their own first, by name. Of a key there are none of its own. */
export async function listViews(deps: Deps, principal: Principal, list: ViewList) {
  const { organizationId } = principal;
  const userId = readerIdOf(principal);
  const rows = await findViews(organizationId, deps.db, { list, userId, limit: MAX_LISTED });
  const mayChange = await changer(deps.db, principal);
  return rows.map((row) => toSavedView(row, mayChange(row)));
}

/**
 * Saves a view for the person who acts, or for a team that they are in.
 * @throws DomainError 403 for a key or for another one's team, 404 for a team of elsewhere and for a person who is no member any
 *   more, 409 for one too many
 */
export async function saveView({ db, clock }: Deps, actor: Actor, view: NewView) {
  const { organizationId } = actor;
  const userId = requirePerson(actor);
  return db.transaction(async (tx) => {
    const { teamId, list, name, query } = view;
    const owner: ViewOwner = teamId === null ? { userId, teamId } : { userId: null, teamId };
    if (teamId !== null) await requireTeam(organizationId, tx, teamId);
    if ((await findMemberRole(organizationId, tx, userId)) === null) throw notFound('Member');
    if (!(await changer(tx, actor))(owner)) throw forbidden(NOT_THEIRS);
    if ((await countViews(organizationId, tx, owner)) >= MAX_VIEWS)
      throw conflict(`There are at most ${String(MAX_VIEWS)} views of a person or a team`);
    const at = clock.now();
    const row = { id: uuidv7(), list, name, query, ...owner };
    const times = { createdByName: actor.name, createdAt: at, updatedAt: at };
    await insertView(organizationId, tx, { ...row, ...times });
    await recordAudit(tx, actor, {
      ...{ at, action: 'saved_view.create', ...subject(row) },
      after: toAudited({ ...row, updatedAt: at }),
    });
    return toSavedView(await requireView(tx, actor, row.id), true);
  });
}

/** @throws DomainError 403 for a view of others, 404 when there is none that the person sees */
export async function changeView(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  change: { readonly name?: string | undefined; readonly query?: string | undefined },
) {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const before = await requireOwnView(tx, actor, id);
    const { name = before.name, query = before.query } = change;
    const after = { ...before, name, query, updatedAt: clock.now() };
    await updateView(organizationId, tx, after);
    await recordAudit(tx, actor, {
      ...{ at: after.updatedAt, action: 'saved_view.update', ...subject(after) },
      ...{ before: toAudited(before), after: toAudited(after) },
    });
    return toSavedView(after, true);
  });
}

/** @throws DomainError 403 for a view of others, 404 when there is none that the person sees */
export async function deleteView({ db, clock }: Deps, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await requireOwnView(tx, actor, id);
    await removeView(actor.organizationId, tx, id);
    await recordAudit(tx, actor, {
      ...{ at: clock.now(), action: 'saved_view.delete', ...subject(before) },
      before: toAudited(before),
    });
  });
}

const NOT_THEIRS = 'A team’s views are changed by who is in it, and by admins';

/** Tells of which views somebody decides: a person of their own, and of those of their teams; admins of all teams'. */
async function changer(db: Transaction, principal: Principal) {
  const userId = readerIdOf(principal);
  if (userId === null) return () => false;
  const teams = await teamsOf({ db }, principal.organizationId, userId);
  const teamIds = new Set(teams.map(({ id }) => id));
  const isAdmin = principal.role === 'admin';
  return (owner: ViewOwner) =>
    owner.teamId === null ? owner.userId === userId : isAdmin || teamIds.has(owner.teamId);
}

function requirePerson(principal: Principal): string {
  const userId = readerIdOf(principal);
  if (userId === null) throw forbidden('Views are saved by people');
  return userId;
}

/** What another person has saved for themselves is not there for anybody else. */
async function requireView(tx: Transaction, actor: Actor, id: string): Promise<SavedViewRow> {
  const row = await lockView(actor.organizationId, tx, id);
  if (!row || (row.teamId === null && row.userId !== readerIdOf(actor))) throw notFound('View');
  return row;
}

async function requireOwnView(tx: Transaction, actor: Actor, id: string): Promise<SavedViewRow> {
  const row = await requireView(tx, actor, id);
  if (!(await changer(tx, actor))(row)) throw forbidden(NOT_THEIRS);
  return row;
}

const subject = ({ id }: { readonly id: string }) => ({
  ...{ subjectKind: 'saved_view', subjectId: id },
});
