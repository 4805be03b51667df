import { coveredWords } from '@/domain/contract/contract';
import type { ContractScope, ContractSort, ContractState } from '@/domain/contract/contract';
import { type Day, dayOf } from '@/domain/eol/calendar';
import { notFound } from '@/domain/errors';
import { foldForSearch, type SortDirection } from '@/domain/list';
import { offsetOf, type PageRequest, toPage } from '@/domain/pagination';
import { runningSince } from '@/domain/cluster/list';
import { auditOfContract } from '@/server/audit/service';
import { toSupport } from '@/server/coverage/dto';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { type ContractRecord, toContractRecord, toHeldSoftware } from '../dto';
import { findContracts, findHeld } from '../repository/contracts';
import { findCoveredIn } from '../repository/covered';

type ReadDeps = Pick<Deps, 'db' | 'clock'>;

/** Conditions on contracts; one that is left out holds for all. */
export interface ContractConditions {
  readonly search?: string | null | undefined;
  readonly vendor?: string | null | undefined;
  readonly state?: ContractState | null | undefined;
  readonly scope?: ContractScope | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly teamId?: string | null | undefined;
  readonly endsFrom?: Day | null | undefined;
  readonly endsUntil?: Day | null | undefined;
  readonly sort: ContractSort;
  readonly direction: SortDirection;
}

/** Lists a page of the organization's contracts. All of them are read: there are few. */
export async function listContracts(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: ContractConditions & PageRequest,
) {
  const found = await matchingContracts(deps, organizationId, query);
  const shown = found.slice(offsetOf(query), offsetOf(query) + query.size);
  return toPage(shown, found.length, query);
}

/** Names the vendors of the organization's contracts, each once, by name. */
export async function contractVendors({ db }: ReadDeps, organizationId: OrganizationId) {
  const rows = await findContracts(organizationId, db);
  const byName = new Map(rows.map(({ vendor }) => [foldForSearch(vendor), vendor]));
  return [...byName].toSorted(([left], [right]) => byText(left, right)).map(([, name]) => name);
}

/** Reads all contracts of the same list, at once. */
export async function* contractsForExport(
  deps: ReadDeps,
  organizationId: OrganizationId,
  query: ContractConditions,
) {
  yield await matchingContracts(deps, organizationId, query);
}

/**
 * Gets a contract with the software that images hold under it.
 * @throws DomainError 404 when the organization has no such contract
 */
export async function getContract(
  { db, clock }: ReadDeps,
  organizationId: OrganizationId,
  id: string,
) {
  const [row] = await findContracts(organizationId, db, { id });
  if (!row) throw notFound('Contract');
  const held = await findHeld(organizationId, db, row.id);
  return { ...toContractRecord(row, dayOf(clock.now())), covers: held.map(toHeldSoftware) };
}

/** Software of one project or cluster that a page names. */
const MAX_COVERED = 100;

/** Lists the software that contracts cover in a project, or in the images that run in a cluster. */
export async function coveredSoftware(
  { db, clock }: ReadDeps,
  organizationId: OrganizationId,
  place: { readonly in: 'project' | 'cluster'; readonly id: string },
) {
  const since = runningSince(clock.now());
  const rows = await findCoveredIn(organizationId, db, { ...place, since }, MAX_COVERED);
  return rows.map(({ support, ...software }) => ({ ...software, contract: toSupport(support) }));
}

/** As many of the newest changes as a page shows. */
const MAX_HISTORY = 100;

/**
 * Lists what was done to a contract, newest first, as the audit trail has it, without where calls came from: that is for
 * those who read the trail.
 */
export async function contractHistory(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  id: string,
) {
  const events = await auditOfContract({ db }, organizationId, id.toLowerCase(), MAX_HISTORY);
  return events.map(({ id: eventId, at, action, actor_kind, actor_name, before, after }) => ({
    ...{ id: eventId, at, action, actor: { kind: actor_kind, name: actor_name }, before, after },
  }));
}

async function matchingContracts(
  { db, clock }: ReadDeps,
  organizationId: OrganizationId,
  query: ContractConditions,
): Promise<ContractRecord[]> {
  const today = dayOf(clock.now());
  const rows = await findContracts(organizationId, db);
  const found = rows.map((row) => toContractRecord(row, today)).filter(matching(query));
  const sorted = found.toSorted(ORDERS[query.sort]);
  return query.direction === 'desc' ? sorted.toReversed() : sorted;
}

type Order = (left: ContractRecord, right: ContractRecord) => number;

const byText = (left: string, right: string) => Number(left > right) - Number(left < right);
const byEnd: Order = (left, right) =>
  byText(left.ends_on, right.ends_on) || byText(left.id, right.id);

const ORDERS = {
  end: byEnd,
  vendor: (left, right) =>
    byText(foldForSearch(left.vendor), foldForSearch(right.vendor)) || byEnd(left, right),
  images: (left, right) => left.images - right.images || byEnd(left, right),
} as const satisfies Record<ContractSort, Order>;

function matching(query: ContractConditions): (contract: ContractRecord) => boolean {
  const { state, scope, projectId, teamId, endsFrom, endsUntil } = query;
  const wanted = query.search ? foldForSearch(query.search) : null;
  const isSame = (value: unknown, given: unknown) => (given ?? null) === null || value === given;
  const vendor = query.vendor ? foldForSearch(query.vendor) : null;
  return (contract) =>
    (vendor === null || foldForSearch(contract.vendor) === vendor) &&
    isSame(contract.state, state) &&
    isSame(contract.scope, scope) &&
    isSame(contract.project_id, projectId?.toLowerCase()) &&
    isSame(contract.team_id, teamId?.toLowerCase()) &&
    (!endsFrom || contract.ends_on >= endsFrom) &&
    (!endsUntil || contract.ends_on <= endsUntil) &&
    (wanted === null || searchTextOf(contract).includes(wanted));
}

/** The text in which a search looks for a contract. */
function searchTextOf({ vendor, software, project_name, team_name, note }: ContractRecord): string {
  const covered = software.map(({ product_name: productName, cycle }) =>
    coveredWords({ productName, cycle }),
  );
  return [vendor, ...covered, project_name, team_name, note]
    .map((text) => foldForSearch(text ?? ''))
    .join('\n');
}
