import { type Day, dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { type PageRequest, toPage } from '@/domain/pagination';
import { can } from '@/domain/roles/permissions';
import type { OwnerQuery } from '@/domain/team/owner';
import type { WaiverSort } from '@/domain/waiver/list';
import { WaiverSet } from '@/domain/waiver/set';
import type { WaiverScope, WaiverState } from '@/domain/waiver/waiver';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Principal } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { ownerScope } from '@/server/team/service/owners';
import { toWaiverEvent, toWaiverRecord } from '../dto';
import { findEvents } from '../repository/history';
import {
  allWaivers,
  findGranted,
  findGrantedBefore,
  findWaiver,
  type WaiverFilter,
  waiverPage,
} from '../repository/waivers';
import { isBehind } from './authors';
import { whyNotDecide } from './decide';
import { requireSetting } from './setting';

/** Conditions on waivers; one that is left out holds for all. */
export interface WaiverConditions extends OwnerQuery {
  readonly search?: string | null | undefined;
  readonly state?: WaiverState | null | undefined;
  readonly scope?: WaiverScope | null | undefined;
  readonly projectName?: string | null | undefined;
  readonly teamId?: string | null | undefined;
  readonly productName?: string | null | undefined;
  readonly cycle?: string | null | undefined;
  readonly ownerId?: string | null | undefined;
  readonly endsBefore?: Day | null | undefined;
  /** Only what the caller may decide on. */
  readonly waiting?: boolean | null | undefined;
  readonly sort: WaiverSort;
  readonly direction: SortDirection;
}

export type WaiverQuery = WaiverConditions & PageRequest;

type ListDeps = Pick<Deps, 'db' | 'clock'>;

/** Lists a page of the organization's waivers, whatever became of them. */
export async function listWaivers(deps: ListDeps, principal: Principal, query: WaiverQuery) {
  const filter = await filterOf(deps, principal, query);
  if (!filter) return toPage([], 0, query);
  const { items, total } = await waiverPage(
    principal.organizationId,
    deps.db,
    filter,
    query,
    query,
  );
  return toPage(
    items.map((row) => toWaiverRecord(row, filter.today)),
    total,
    query,
  );
}

/** Reads all waivers of the same list in batches, whoever may decide on them. */
export async function* waiversForExport(
  deps: ListDeps,
  organizationId: OrganizationId,
  query: Omit<WaiverConditions, 'waiting'>,
) {
  const filter = await ownedFilter(deps, organizationId, query);
  for await (const rows of allWaivers(organizationId, deps.db, filter, query)) {
    yield rows.map((row) => toWaiverRecord(row, filter.today));
  }
}

/** Null: nothing is listed, as nothing waits for somebody who may not decide. */
async function filterOf(
  deps: ListDeps,
  { kind, id, role, organizationId }: Principal,
  query: WaiverConditions,
): Promise<WaiverFilter | null> {
  const filter = await ownedFilter(deps, organizationId, query);
  if (!query.waiting) return filter;
  if (kind !== 'person' || !can(role, 'waiver:decide')) return null;
  const { waiverTwoPeople } = await requireSetting(deps.db, organizationId);
  return { ...filter, waitsFor: { userId: id, others: waiverTwoPeople } };
}

/** The conditions with the teams that an owner stands for today. */
async function ownedFilter(
  deps: ListDeps,
  organizationId: OrganizationId,
  query: WaiverConditions,
): Promise<WaiverFilter> {
  const filter = toFilter(query, dayOf(deps.clock.now()));
  const scope = await ownerScope(deps, organizationId, query);
  const personId = query.owner === 'mine' ? (query.readerId ?? null) : null;
  return { ...filter, owner: scope && { scope, personId } };
}

/** The conditions of a list as statements have them, but for its owner. */
export function toFilter(query: Partial<WaiverConditions>, today: Day): WaiverFilter {
  const { search, state, scope, projectName, productName, cycle } = query;
  return {
    today,
    search: search ? foldForSearch(search) : null,
    state: state ?? null,
    scope: scope ?? null,
    projectName: projectName ?? null,
    teamId: query.teamId ?? null,
    productName: productName ?? null,
    cycle: cycle ?? null,
    ownerId: query.ownerId ?? null,
    endsBefore: query.endsBefore ?? null,
    owner: null,
    waitsFor: null,
  };
}

/**
 * Gets a waiver with all that happened to it, and what the caller may do with it.
 * @throws DomainError 404 when the organization has no such waiver
 */
export async function getWaiver({ db, clock }: ListDeps, principal: Principal, id: string) {
  const { organizationId, role } = principal;
  const row = await findWaiver(organizationId, db, id);
  if (!row) throw notFound('Waiver');
  const record = toWaiverRecord(row, dayOf(clock.now()));
  const events = await findEvents(organizationId, db, id);
  const whyNot = await whyNotDecide(db, principal, row);
  const isOwn = isBehind(row, principal);
  const mayDirect = isOwn || can(role, 'waiver:decide');
  const [isAsked, isGranted] = [record.state === 'asked', record.state === 'granted'];
  return {
    ...record,
    history: events.map(toWaiverEvent),
    may: {
      decide: isAsked && whyNot === null,
      change: mayDirect && (isAsked || isGranted),
      withdraw: isOwn && isAsked,
      revoke: mayDirect && isGranted,
    },
    not_decided_by_caller: isAsked ? whyNot : null,
  };
}

/** Those that were granted when a day was over, and still are today: what was revoked since is left out. */
export async function waiversGrantedBefore(
  organizationId: OrganizationId,
  db: Transaction,
  { day, before }: { readonly day: Day; readonly before: Date },
): Promise<WaiverSet> {
  return new WaiverSet(await findGrantedBefore(organizationId, db, day, before));
}

/** The waivers of an organization that hold today or on a later day of their term, for verdicts. */
export async function grantedWaivers(
  organizationId: OrganizationId,
  db: Transaction,
  today: Day,
): Promise<WaiverSet> {
  return new WaiverSet(await findGranted(organizationId, db, today));
}
