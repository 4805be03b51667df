import { adviceOn } from '@/domain/advice/advice';
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
import type { GrantedWaiver, WaiverSet } from '@/domain/waiver/set';
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
import { grantedWaivers, waiversGrantedBefore } from '@/server/waiver/service/list';
import { toFleetFinding, type FleetFinding } from '../dto';
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
  /** Only what a granted waiver covers, or what none does. */
  readonly waived?: boolean | null | undefined;
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
  const { list, toFinding } = await listOf(deps, organizationId, query);
  const { items, total, states } = await fleetPage(organizationId, deps.db, list, query);
  return { ...toPage(items.map(toFinding), total, query), states };
}

/** Reads all findings of the same list in batches; of `ids`, those that it has. */
export async function* findingsForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: FleetQuery,
  ids: readonly string[] | null,
) {
  const { list, toFinding } = await listOf(deps, organizationId, query, ids);
  for await (const rows of allFleetFindings(organizationId, deps.db, list))
    yield rows.map(toFinding);
}

/** Finds the waiver that covers a finding in its place on a day: of several, the one that lasts longest. */
function waiverOf(waivers: WaiverSet, row: FleetFindingRow, day: Day): GrantedWaiver | null {
  if (waivers.on(row).length === 0) return null;
  const { projectName, ownerId, imageName: name, imageTag: tag, kind, canonicalName } = row;
  const imageWaivers = waivers.onImage(projectName, { kind, name, tag, canonicalName });
  return waivers.covering(row, { projectName, teamId: ownerId, imageWaivers }, day);
}

async function listOf(
  deps: Deps,
  organizationId: OrganizationId,
  query: FleetQuery,
  ids: readonly string[] | null = null,
): Promise<{ list: FleetList; toFinding: (row: FleetFindingRow) => FleetFinding }> {
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
  const day = past?.day ?? query.on ?? today;
  const then = past ?? shown;
  const waivers = then
    ? await waiversGrantedBefore(organizationId, deps.db, then)
    : await grantedWaivers(organizationId, deps.db, day);
  const list = {
    words: softwareWords(words, view.products()).slice(0, MAX_WORDS),
    state: query.state ?? null,
    evidence: query.evidence ?? null,
    artifactType: query.artifactType ?? null,
    productKey: query.productName ? identityOf(query.productName) : null,
    projectIds: projectId ? within([projectId.toLowerCase()], projectIds) : projectIds,
    owner,
    running: inPlace(running, imageTagIds),
    waived: waivedOf(waivers, query),
    label: query.label ? toLabelCondition(query.label) : null,
    ids,
    sort: query.sort,
    direction: query.direction,
    today: day,
    before: then?.before ?? null,
    past,
  };
  // Where to move is a question of today.
  const toFinding = (row: FleetFindingRow) =>
    toFleetFinding(row, past ? null : adviceOn(view, row, today), waiverOf(waivers, row, day));
  return { list, toFinding };
}

function waivedOf({ all }: WaiverSet, { waived }: FleetQuery) {
  return waived === null || waived === undefined ? null : { by: all, isIn: waived };
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
