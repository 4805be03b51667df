import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import type { EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { FindingSort } from '@/domain/finding/list';
import { identityOf } from '@/domain/identifiers/identity';
import type { SortDirection } from '@/domain/list';
import { toPage, type PageRequest } from '@/domain/pagination';
import { searchQuestion } from '@/domain/search/question';
import { softwareWords } from '@/domain/search/software-words';
import { toLabelCondition, type LabelFilter } from '@/domain/image/list';
import type { OwnerQuery } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { pastOf } from '@/server/past/service';
import {
  runningCondition,
  type RunningCondition,
  type RunningQuery,
} from '@/server/running/service';
import { ownerScope } from '@/server/team/service/owners';
import { placedQuestion } from '@/server/team/service/places';
import { toFleetFinding } from '../dto';
import {
  allFleetFindings,
  fleetPage,
  type FleetFindingRow,
  type FleetList,
} from '../repository/fleet';

/** A choice of findings, and their order. */
export interface FleetQuery extends OwnerQuery, RunningQuery {
  readonly search?: string | null | undefined;
  readonly state?: EolState | null | undefined;
  /** How well its end is known. */
  readonly evidence?: EvidenceDegree | null | undefined;
  readonly artifactType?: string | null | undefined;
  /** To the letter. */
  readonly productName?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly label?: LabelFilter | null | undefined;
  /** As of the end of this day: before today what was open then, after it what is open now. */
  readonly on?: Day | null | undefined;
  /** As of the end of this day, by what was known then: in the place of `on`. */
  readonly asOf?: Day | null | undefined;
  readonly sort: FindingSort;
  readonly direction: SortDirection;
}

/** More than this are not told apart in one search. */
const MAX_WORDS = 24;

/** Lists a page of what is found in all images that count. `states` counts what meets all conditions but the state. */
export async function listFindings(
  deps: Deps,
  organizationId: OrganizationId,
  query: FleetQuery & PageRequest,
) {
  const { list, view, today } = await listOf(deps, organizationId, query);
  const { items, total, states } = await fleetPage(organizationId, deps.db, list, query);
  const listed = items.map((row) => toFleetFinding(row, adviceIn(list, view, row, today)));
  return { ...toPage(listed, total, query), states };
}

/** Reads all findings of the same list in batches; of `ids`, those that it has. */
export async function* findingsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: FleetQuery,
  ids: readonly string[] | null,
) {
  const { list, view, today } = await listOf(deps, organizationId, query, ids);
  for await (const rows of allFleetFindings(organizationId, deps.db, list))
    yield rows.map((row) => toFleetFinding(row, adviceIn(list, view, row, today)));
}

/** Where to move is a question of today. */
function adviceIn({ past }: FleetList, view: CatalogView, row: FleetFindingRow, today: Day) {
  return past ? null : adviceOn(view, row, today);
}

async function listOf(
  deps: Deps,
  organizationId: OrganizationId,
  query: FleetQuery,
  ids: readonly string[] | null = null,
): Promise<{ list: FleetList; view: CatalogView; today: Day }> {
  const today = dayOf(deps.clock.now());
  const view = await deps.catalog.forOrganization(organizationId);
  const [past, shown, owner, running, placed] = await Promise.all([
    pastOf(deps, organizationId, query.asOf),
    // A day to come is judged by what is found now.
    query.on && query.on < today ? pastOf(deps, organizationId, query.on, 'on') : null,
    ownerScope(deps, organizationId, query),
    runningCondition(deps, organizationId, query),
    placedQuestion(deps, organizationId, searchQuestion(query.search ?? '')),
  ]);
  const { projectId } = query;
  const { words, projectIds, imageTagIds } = placed;
  const list = {
    words: softwareWords(words, view.products()).slice(0, MAX_WORDS),
    state: query.state ?? null,
    evidence: query.evidence ?? null,
    artifactType: query.artifactType ?? null,
    productKey: query.productName ? identityOf(query.productName) : null,
    projectIds: projectId ? within([projectId.toLowerCase()], projectIds) : projectIds,
    owner,
    running: inPlace(running, imageTagIds),
    label: query.label ? toLabelCondition(query.label) : null,
    ids,
    sort: query.sort,
    direction: query.direction,
    today: past?.day ?? query.on ?? today,
    before: (past ?? shown)?.before ?? null,
    past,
  };
  return { list, view, today };
}

/** Keeps, of the images that a list asks for, those that run in the cluster that is its place; null: it is none. */
function inPlace(
  running: RunningCondition | null,
  imageTagIds: readonly string[] | null,
): RunningCondition | null {
  if (imageTagIds === null) return running;
  if (running === null) return { ids: imageTagIds, isIn: true };
  const asked = new Set(running.ids);
  return { ids: imageTagIds.filter((id) => asked.has(id) === running.isIn), isIn: true };
}

/** Keeps the projects that are among others; null: all of them. */
function within(projectIds: readonly string[], others: readonly string[] | null) {
  return others ? projectIds.filter((id) => others.includes(id)) : projectIds;
}
