import { type Day, dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { offsetOf, type PageRequest, toPage } from '@/domain/pagination';
import { burnDown } from '@/domain/plan/burn-down';
import type { PlanSort } from '@/domain/plan/list';
import type { PlanScope, PlanState } from '@/domain/plan/plan';
import { can } from '@/domain/roles/permissions';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Deps } from '@/server/platform/deps';
import { type PlanRecord, toPlanRecord } from '../dto';
import { changesOfPlan, measurePlans } from '../repository/measured';
import { findPlans } from '../repository/plans';
import { mayDelete, MAX_PLANS } from './plans';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** Conditions on plans; one that is left out holds for all. */
export interface PlanConditions {
  readonly search?: string | null | undefined;
  readonly state?: PlanState | null | undefined;
  readonly scope?: PlanScope | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly teamId?: string | null | undefined;
  readonly productName?: string | null | undefined;
  readonly cycle?: string | null | undefined;
  readonly ownerId?: string | null | undefined;
  readonly overdue?: boolean | null | undefined;
  readonly dueFrom?: Day | null | undefined;
  readonly dueUntil?: Day | null | undefined;
  readonly sort: PlanSort;
  readonly direction: SortDirection;
}

/**
 * Lists a page of the organization's plans. All of them are read and measured, {@link MAX_PLANS} at most: where a plan
 * stands is stored nowhere.
 */
export async function listPlans(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: PlanConditions & PageRequest,
) {
  const found = (await allPlans(deps, organizationId)).filter(matching(query));
  const sorted = found.toSorted(ORDERS[query.sort]);
  const ordered = query.direction === 'desc' ? sorted.toReversed() : sorted;
  const shown = ordered.slice(offsetOf(query), offsetOf(query) + query.size);
  return toPage(shown, found.length, query);
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
  const [measured, changes] = await Promise.all([
    measurePlans(organizationId, db, { id }),
    changesOfPlan(organizationId, db, row.id),
  ]);
  const from = dayOf(row.createdAt);
  return {
    ...toPlanRecord(row, measured.get(row.id), today),
    progress: burnDown(changes, { from, to: today > from ? today : from }),
    may: { change: can(role, 'plan:write'), delete: mayDelete(row, principal) },
  };
}

async function allPlans({ db, clock }: ReadDeps, organizationId: OrganizationId) {
  const today = dayOf(clock.now());
  const [rows, measured] = await Promise.all([
    findPlans(organizationId, db),
    measurePlans(organizationId, db),
  ]);
  return rows.map((row) => toPlanRecord(row, measured.get(row.id), today));
}

type Order = (left: PlanRecord, right: PlanRecord) => number;

const byText = (left: string, right: string) => Number(left > right) - Number(left < right);
const bySoftware: Order = (left, right) =>
  byText(foldForSearch(left.product_name), foldForSearch(right.product_name)) ||
  byText(left.cycle, right.cycle) ||
  byText(left.id, right.id);

const ORDERS = {
  due: (left, right) => byText(left.due_on, right.due_on) || bySoftware(left, right),
  software: bySoftware,
  left: (left, right) => left.images_left - right.images_left || bySoftware(left, right),
  made: (left, right) => byText(left.created_at, right.created_at) || byText(left.id, right.id),
} as const satisfies Record<PlanSort, Order>;

function matching(query: PlanConditions): (plan: PlanRecord) => boolean {
  const { state, scope, projectId, teamId, productName, cycle, ownerId, overdue } = query;
  const wanted = query.search ? foldForSearch(query.search) : null;
  const isSame = (value: unknown, given: unknown) => (given ?? null) === null || value === given;
  return (plan) =>
    isSame(plan.state, state) &&
    isSame(plan.scope, scope) &&
    isSame(plan.project_id, projectId?.toLowerCase()) &&
    isSame(plan.team_id, teamId?.toLowerCase()) &&
    isSame(plan.product_name, productName) &&
    isSame(plan.cycle, cycle) &&
    isSame(plan.owner?.id ?? null, ownerId?.toLowerCase()) &&
    isSame(plan.overdue, overdue) &&
    (!query.dueFrom || plan.due_on >= query.dueFrom) &&
    (!query.dueUntil || plan.due_on <= query.dueUntil) &&
    (wanted === null || searchTextOf(plan).includes(wanted));
}

/** The text in which a search looks for a plan. */
function searchTextOf(plan: PlanRecord): string {
  const software = `${plan.product_name} ${plan.cycle}`;
  const target = `${plan.target_product_name} ${plan.target_cycle}`;
  const place = [plan.project_name, plan.team_name];
  return [software, target, ...place, plan.owner?.name, plan.ticket, plan.note]
    .map((text) => foldForSearch(text ?? ''))
    .join('\n');
}
