import { v7 as uuidv7 } from 'uuid';
import { addMonths, type Day, dayOf } from '@/domain/eol/calendar';
import { conflict, type Fault, forbidden, invalid, notFound } from '@/domain/errors';
import { can } from '@/domain/roles/permissions';
import { recordAudit } from '@/server/audit/service';
import type { Actor, Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { teamsOf } from '@/server/team/service/members';
import { type PlanRecord, toPlanRecord } from '../dto';
import { factsOf } from './facts';
import { changedOwner, ownerOf } from './owner';
import { countHolding } from '../repository/measured';
import {
  countPlans,
  findPlanFor,
  findPlans,
  insertPlan,
  lockPlan,
  placeExists,
  type PlanRow,
  type PlanSubject,
  removePlan,
  updatePlan,
} from '../repository/plans';

/** All plans are read at once for the board and the list, so they have a bound. */
export const MAX_PLANS = 1_000;
/** Nobody plans farther ahead. */
export const MAX_MONTHS_AHEAD = 120;

/** What may be said anew of a plan. */
export interface PlanTerms {
  readonly targetProduct: string;
  readonly targetCycle: string;
  readonly dueOn: Day;
  readonly ownerId: string | null;
  /** A team in the place of a person. */
  readonly ownerTeamId: string | null;
  readonly ticket: string | null;
  readonly note: string | null;
  /** Whether somebody says that the work has begun. */
  readonly started: boolean;
}

export type NewPlan = PlanSubject & PlanTerms;
export type PlanChange = { readonly [Term in keyof PlanTerms]?: PlanTerms[Term] | undefined };

/**
 * Plans to move software that images hold.
 * @throws DomainError 404 for a project or a team that there is not; 409 when there is a plan for the same, or {@link MAX_PLANS};
 *   422 when nothing holds the software there
 */
export function createPlan({ db, clock }: Deps, actor: Actor, plan: NewPlan): Promise<PlanRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const today = dayOf(at);
    await requirePlace(tx, actor, plan);
    const owner = await ownerOf(tx, actor, plan);
    const faults = [...owner.faults, ...dueFaults(plan.dueOn, today)];
    if ((await countHolding(organizationId, tx, plan, at)) === 0) {
      faults.push(valueFault('cycle', 'is held by no image there: there is nothing to move'));
    }
    if (faults.length > 0) throw invalid(faults);
    const row: PlanRow = {
      ...{ id: uuidv7(), ...subjectOf(plan), ...targetOf(plan), ...owner.owner },
      ...startOf(actor, plan.started, at),
      ...{ createdByKind: actor.kind, createdById: actor.id, createdByName: actor.name },
      ...{ createdAt: at, updatedAt: at },
    };
    const isFull = (await countPlans(organizationId, tx)) >= MAX_PLANS;
    if (isFull || !(await insertPlan(organizationId, tx, row))) {
      throw await whyNotCreated(tx, actor, plan);
    }
    const after = await recordOf(tx, actor, row.id, today);
    await recordAudit(tx, actor, { at, action: 'plan.create', ...subject(row), after });
    return after;
  });
}

/**
 * Changes what is intended; where and for what a plan is never changes.
 * @throws DomainError 404 when the organization has no such plan
 */
export function changePlan(
  { db, clock }: Deps,
  actor: Actor,
  id: string,
  change: PlanChange,
): Promise<PlanRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const today = dayOf(at);
    const known = await requirePlan(tx, actor, id);
    const { dueOn = known.dueOn, started } = change;
    const owner = await changedOwner(tx, actor, known, change);
    const faults = [...owner.faults, ...(dueOn === known.dueOn ? [] : dueFaults(dueOn, today))];
    if (faults.length > 0) throw invalid(faults);
    const before = await recordOf(tx, actor, id, today);
    const isStarted = known.startedAt !== null;
    await updatePlan(organizationId, tx, {
      ...known,
      targetProduct: change.targetProduct ?? known.targetProduct,
      targetCycle: change.targetCycle ?? known.targetCycle,
      ticket: change.ticket === undefined ? known.ticket : change.ticket,
      note: change.note === undefined ? known.note : change.note,
      ...{ dueOn, ...owner.owner, updatedAt: at },
      ...(started === undefined || started === isStarted ? {} : startOf(actor, started, at)),
    });
    const after = await recordOf(tx, actor, id, today);
    await recordAudit(tx, actor, { at, action: 'plan.change', ...subject(known), before, after });
    return after;
  });
}

/**
 * Deletes a plan. For whoever made it, its owner, the people of its team, and admins.
 * @throws DomainError 403 for others, 404 when the organization has no such plan
 */
export function deletePlan({ db, clock }: Deps, actor: Actor, id: string): Promise<PlanRecord> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const at = clock.now();
    const known = await requirePlan(tx, actor, id);
    if (!(await mayDelete(tx, known, actor))) {
      throw forbidden('Only its owner, its team, whoever made it and admins delete a plan');
    }
    const before = await recordOf(tx, actor, id, dayOf(at));
    await removePlan(organizationId, tx, id);
    await recordAudit(tx, actor, { at, action: 'plan.delete', ...subject(known), before });
    return before;
  });
}

/** Whether a caller may delete a plan: their own, one of a team that they are in, or any. */
export async function mayDelete(
  db: Transaction,
  row: Pick<PlanRow, 'createdByKind' | 'createdById' | 'ownerId' | 'ownerTeamId' | 'teamId'>,
  { kind, id, role, organizationId }: Principal,
): Promise<boolean> {
  if (can(role, 'plan:delete')) return true;
  if (!can(role, 'plan:write')) return false;
  if (row.createdByKind === kind && row.createdById === id) return true;
  if (kind !== 'person') return false;
  if (row.ownerId === id) return true;
  const ofPlan = [row.ownerTeamId, row.teamId].filter((team) => team !== null);
  if (ofPlan.length === 0) return false;
  const teams = await teamsOf({ db }, organizationId, id);
  return teams.some((team) => ofPlan.includes(team.id));
}

async function requirePlan(tx: Transaction, { organizationId }: Principal, id: string) {
  const row = await lockPlan(organizationId, tx, id);
  if (!row) throw notFound('Plan');
  return row;
}

async function requirePlace(
  tx: Transaction,
  { organizationId }: Principal,
  { scope, projectId, teamId }: Pick<PlanSubject, 'scope' | 'projectId' | 'teamId'>,
): Promise<void> {
  const given = { project: projectId, team: teamId };
  const faults = (['project', 'team'] as const).flatMap((kind) => {
    if (kind === scope && given[kind] === null) {
      return [valueFault(`${kind}_id`, `is needed for the scope ${kind}`)];
    }
    if (kind === scope || given[kind] === null) return [];
    return [valueFault(`${kind}_id`, `is for the scope ${kind} alone`)];
  });
  if (faults.length > 0) throw invalid(faults);
  if (scope === 'organization') return;
  if (await placeExists(organizationId, tx, { projectId, teamId })) return;
  throw notFound(scope === 'team' ? 'Team' : 'Project');
}

async function whyNotCreated(tx: Transaction, { organizationId }: Principal, plan: PlanSubject) {
  const known = await findPlanFor(organizationId, tx, plan);
  return conflict(
    known === null
      ? `An organization has at most ${String(MAX_PLANS)} plans`
      : `There is a plan for the same already: ${known}`,
  );
}

async function recordOf(tx: Transaction, { organizationId }: Principal, id: string, today: Day) {
  const [row] = await findPlans(organizationId, tx, { id });
  if (!row) throw notFound('Plan');
  return toPlanRecord(row, await factsOf(organizationId, tx, [id]), today);
}

function dueFaults(dueOn: Day, today: Day): Fault[] {
  if (dueOn < today) return [valueFault('due_on', 'must not have passed')];
  const latest = addMonths(today, MAX_MONTHS_AHEAD);
  return dueOn > latest ? [valueFault('due_on', `must be ${latest} at the latest`)] : [];
}

function valueFault(field: string, message: string): Fault {
  return { loc: ['body', field], msg: `Value error, ${field} ${message}`, type: 'value_error' };
}

const subjectOf = ({ scope, projectId, teamId, productName, cycle }: PlanSubject): PlanSubject => ({
  scope,
  projectId: projectId?.toLowerCase() ?? null,
  teamId: teamId?.toLowerCase() ?? null,
  productName,
  cycle,
});

const targetOf = ({ targetProduct, targetCycle, dueOn, ticket, note }: PlanTerms) => ({
  ...{ targetProduct, targetCycle, dueOn, ticket, note },
});

const startOf = ({ name }: Principal, started: boolean, at: Date) =>
  started ? { startedAt: at, startedByName: name } : { startedAt: null, startedByName: null };

const subject = ({ id }: PlanRow) => ({ subjectKind: 'plan', subjectId: id });
