import { type Day, dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { offsetOf, type PageRequest, toPage } from '@/domain/pagination';
import { burnDown } from '@/domain/plan/burn-down';
import type { PlanSort } from '@/domain/plan/list';
import {
  isOverdue,
  type PlanScope,
  type PlanState,
  planState,
  type Standing,
} from '@/domain/plan/plan';
import { can } from '@/domain/roles/permissions';
import type { OwnerQuery } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { ownerScope } from '@/server/team/service/owners';
import { type PlanRecord, toPlanRecord } from '../dto';
import { changesOfPlan, standingOfPlans } from '../repository/measured';
import { findPlans, findPlansForImage, type ListedPlanRow } from '../repository/plans';
import { factsOf } from './facts';
import { mayDelete, MAX_PLANS } from './plans';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** Conditions on plans; one that is left out holds for all. */
export interface PlanConditions extends OwnerQuery {
  readonly search?: string | null | undefined;
  readonly state?: PlanState | null | undefined;
  readonly scope?: PlanScope | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly teamId?: string | null | undefined;
  readonly productName?: string | null | undefined;
  readonly cycle?: string | null | undefined;
  readonly ownerId?: string | null | undefined;
  readonly overdue?: boolean | null | undefined;
  /** Only those that move what this image holds. */
  readonly imageTagId?: string | null | undefined;
  readonly dueFrom?: Day | null | undefined;
  readonly dueUntil?: Day | null | undefined;
  readonly sort: PlanSort;
  readonly direction: SortDirection;
}

/**
 * Lists a page of the organization's plans, {@link MAX_PLANS} at most. Where a plan stands is stored nowhere: where
 * it is asked for, it is found out for those that the other conditions leave. All that scans found is read for the page
 * alone, unless the order is by that.
 */
export async function listPlans(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: PlanConditions & PageRequest,
) {
  const { sort, direction } = query;
  const isWanted = await wantedBy(deps, organizationId, query);
  const asked = (await findPlans(organizationId, deps.db)).filter(isWanted);
  const rows = await standingAs(deps, organizationId, asked, query);
  const shown = <Row>(all: readonly Row[]) =>
    all.slice(offsetOf(query), offsetOf(query) + query.size);
  const inOrder = <Row>(all: readonly Row[], order: Order<Row>) =>
    direction === 'desc' ? all.toSorted(order).toReversed() : all.toSorted(order);
  if (sort !== 'left') {
    const page = await measured(deps, organizationId, shown(inOrder(rows, ORDERS[sort])));
    return toPage(page, rows.length, query);
  }
  const found = await measured(deps, organizationId, rows.toSorted(bySoftware));
  return toPage(shown(inOrder(found, byLeft)), found.length, query);
}

/** Counts the plans of an owner, or all, by where they stand, and those that are overdue. */
export async function countPlansByState(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: OwnerQuery,
) {
  const isWanted = await wantedBy(deps, organizationId, query);
  const rows = (await findPlans(organizationId, deps.db)).filter(isWanted);
  const plans = await standing(deps, organizationId, rows);
  const count = (state: PlanState) => plans.filter((plan) => plan.state === state).length;
  return {
    ...{ planned: count('planned'), under_way: count('under_way') },
    ...{ done: count('done'), found_again: count('found_again') },
    overdue: plans.filter((plan) => plan.overdue).length,
  };
}

/** Tells where some plans stand, and when they are due. */
export async function planStates(
  deps: ReadDeps,
  organizationId: OrganizationId,
  ids: ReadonlySet<string>,
): Promise<{ id: string; state: PlanState; overdue: boolean; dueOn: Day }[]> {
  if (ids.size === 0) return [];
  const rows = (await findPlans(organizationId, deps.db)).filter(({ id }) => ids.has(id));
  const plans = await standing(deps, organizationId, rows);
  return plans.map(({ row, state, overdue }) => ({
    ...{ id: row.id, dueOn: row.dueOn },
    ...{ state, overdue },
  }));
}

/** Reads all plans of the same list, at once. */
export async function* plansForExport(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: PlanConditions,
) {
  yield (await listPlans(deps, organizationId, { ...query, page: 1, size: MAX_PLANS })).items;
}

/**
 * Gets a plan with the images left on each day since it was made.
 * @throws DomainError 404 when the organization has no such plan
 */
export async function getPlan({ db, clock }: ReadDeps, principal: Principal, id: string) {
  const { organizationId, role } = principal;
  const [row] = await findPlans(organizationId, db, { id });
  if (!row) throw notFound('Plan');
  const today = dayOf(clock.now());
  const [facts, changes, isDeletable] = await Promise.all([
    factsOf(organizationId, db, [row.id]),
    changesOfPlan(organizationId, db, row.id),
    mayDelete(db, row, principal),
  ]);
  const from = dayOf(row.createdAt);
  return {
    ...toPlanRecord(row, facts, today),
    progress: burnDown(changes, { from, to: today > from ? today : from }),
    may: { change: can(role, 'plan:write'), delete: isDeletable },
  };
}

async function measured(
  { db, clock }: ReadDeps,
  organizationId: OrganizationId,
  rows: readonly ListedPlanRow[],
): Promise<PlanRecord[]> {
  const today = dayOf(clock.now());
  const ids = rows.map(({ id }) => id);
  const facts = await factsOf(organizationId, db, ids);
  return rows.map((row) => toPlanRecord(row, facts, today));
}

/** No image in its place holds the software. */
const NOT_HELD: Standing = { isHeld: false, isBack: false, isByFewer: false };

/** Finds out where plans stand. */
async function standing(
  { db, clock }: ReadDeps,
  organizationId: OrganizationId,
  rows: readonly ListedPlanRow[],
) {
  const today = dayOf(clock.now());
  const ids = rows.map(({ id }) => id);
  const found = await standingOfPlans(organizationId, db, ids);
  return rows.map((row) => {
    const state = planState(row.startedAt, found.get(row.id) ?? NOT_HELD);
    return { row, state, overdue: isOverdue(state, row.dueOn, today) };
  });
}

type Order<Row> = (left: Row, right: Row) => number;

const byText = (left: string, right: string) => Number(left > right) - Number(left < right);
const bySoftware: Order<ListedPlanRow> = (left, right) =>
  byText(foldForSearch(left.productName), foldForSearch(right.productName)) ||
  byText(left.cycle, right.cycle) ||
  byText(left.id, right.id);
const byLeft: Order<PlanRecord> = (left, right) => left.images_left - right.images_left;

const ORDERS = {
  due: (left, right) => byText(left.dueOn, right.dueOn) || bySoftware(left, right),
  software: bySoftware,
  made: (left, right) =>
    left.createdAt.getTime() - right.createdAt.getTime() || byText(left.id, right.id),
} as const satisfies Record<Exclude<PlanSort, 'left'>, Order<ListedPlanRow>>;

/** Keeps the plans that stand as is asked for. */
async function standingAs(
  deps: ReadDeps,
  organizationId: OrganizationId,
  rows: readonly ListedPlanRow[],
  { state, overdue }: PlanConditions,
): Promise<readonly ListedPlanRow[]> {
  if ((state ?? overdue ?? null) === null) return rows;
  const plans = await standing(deps, organizationId, rows);
  return plans
    .filter((plan) => !state || plan.state === state)
    .filter((plan) => (overdue ?? null) === null || plan.overdue === overdue)
    .map(({ row }) => row);
}

/** Makes a test for everything that is asked for but where plans stand. */
async function wantedBy(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: Partial<PlanConditions>,
): Promise<(plan: ListedPlanRow) => boolean> {
  const { scope, projectId, teamId, productName, cycle, ownerId, imageTagId } = query;
  const isOwned = await ownedBy(deps, organizationId, query);
  const ofImage = imageTagId
    ? new Set(await findPlansForImage(organizationId, deps.db, imageTagId))
    : null;
  const wanted = query.search ? foldForSearch(query.search) : null;
  const isSame = (value: unknown, given: unknown) => (given ?? null) === null || value === given;
  return (plan) =>
    isOwned(plan) &&
    (ofImage?.has(plan.id) ?? true) &&
    isSame(plan.scope, scope) &&
    isSame(plan.projectId, projectId?.toLowerCase()) &&
    isSame(plan.teamId, teamId?.toLowerCase()) &&
    isSame(plan.productName, productName) &&
    isSame(plan.cycle, cycle) &&
    isSame(plan.ownerId, ownerId?.toLowerCase()) &&
    (!query.dueFrom || plan.dueOn >= query.dueFrom) &&
    (!query.dueUntil || plan.dueOn <= query.dueUntil) &&
    (wanted === null || searchTextOf(plan).includes(wanted));
}

/** A team's plans are those that it sees to, and those for what it owns; a person's, those of their teams and their own. */
async function ownedBy(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: OwnerQuery,
): Promise<(plan: ListedPlanRow) => boolean> {
  const scope = await ownerScope(deps, organizationId, query);
  if (!scope) return () => true;
  if (scope.kind === 'nobody') {
    return ({ ownerId, ownerTeamId }) => ownerId === null && ownerTeamId === null;
  }
  const teams = new Set(scope.teamIds);
  const personId = query.owner === 'mine' ? query.readerId : null;
  return ({ ownerId, ownerTeamId, teamId, projectTeamId }) =>
    (ownerId !== null && ownerId === personId) ||
    [ownerTeamId, teamId, projectTeamId].some((id) => id !== null && teams.has(id));
}

/** The text in which a search looks for a plan. */
function searchTextOf(plan: ListedPlanRow): string {
  const software = `${plan.productName} ${plan.cycle}`;
  const target = `${plan.targetProduct} ${plan.targetCycle}`;
  const names = [plan.projectName, plan.teamName, plan.ownerName, plan.ownerTeamName];
  return [software, target, ...names, plan.ticket, plan.note]
    .map((text) => foldForSearch(text ?? ''))
    .join('\n');
}
