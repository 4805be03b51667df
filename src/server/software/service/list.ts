import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { statesAsOf, type DayRange, type EolState } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { identityOf } from '@/domain/identifiers/identity';
import { toPage, type PageRequest } from '@/domain/pagination';
import type { SortDirection } from '@/domain/list';
import { searchQuestion } from '@/domain/search/question';
import { softwareWords } from '@/domain/search/software-words';
import type { SoftwareSort } from '@/domain/software/list';
import { toLabelCondition, type LabelFilter } from '@/domain/image/list';
import type { OwnerQuery } from '@/domain/team/owner';
import { toSupport } from '@/server/coverage/dto';
import { pastOf } from '@/server/past/service';
import { ownerScope } from '@/server/team/service/owners';
import { placedQuestion } from '@/server/team/service/places';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import {
  allListedSoftware,
  artifactTypes,
  listedSoftwarePage,
  productsInUse,
  type ListedSoftwareRow,
  type SoftwareList,
} from '../repository/list';

/** A choice of software, and its order. */
export interface SoftwareListQuery extends OwnerQuery {
  readonly search?: string | null | undefined;
  readonly state?: EolState | null | undefined;
  /** Only what ends between these days. */
  readonly ends?: DayRange | null | undefined;
  /** How well its end is known. */
  readonly evidence?: EvidenceDegree | null | undefined;
  readonly artifactType?: string | null | undefined;
  /** To the letter. */
  readonly productName?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  /** Only images with this label count. */
  readonly label?: LabelFilter | null | undefined;
  /** As of the end of this day, by what was known then. */
  readonly asOf?: Day | null | undefined;
  readonly sort: SoftwareSort;
  readonly direction: SortDirection;
}

export type DashboardSoftwareQuery = SoftwareListQuery & PageRequest;

/** As much of a note as a row can show on hover. */
const EXCERPT_LENGTH = 200;
/** Characters of the longest note. */
const LONGEST_NOTE = 10_000;
/** More products than any catalog knows. */
const MAX_PRODUCTS = 2_000;

/**
 * Lists a page of the software that some image holds, also software without a known end. `states` counts the
 * software that meets all conditions but the state.
 */
export async function listSoftwareForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardSoftwareQuery,
) {
  const today = dayOf(deps.clock.now());
  const view = await deps.catalog.forOrganization(organizationId);
  const list = await listOf(deps, organizationId, query, { view, today, note: EXCERPT_LENGTH });
  const { items, total, states } = await listedSoftwarePage(organizationId, deps.db, list, query);
  const listed = items.map((row) => toListed(row, list.past ? null : view, today));
  return { ...toPage(listed, total, query), states };
}

/** Reads all software of the same list in batches, or what it has of `ids`, with its state and the whole of its notes. */
export async function* softwareForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: SoftwareListQuery,
  ids: readonly string[] | null,
) {
  const today = dayOf(deps.clock.now());
  const view = await deps.catalog.forOrganization(organizationId);
  const list = await listOf(deps, organizationId, query, { view, today, note: LONGEST_NOTE });
  const stateOf = statesAsOf(list.today);
  for await (const rows of allListedSoftware(organizationId, deps.db, { ...list, ids })) {
    yield rows.map((row) => ({
      ...toListed(row, list.past ? null : view, today),
      state: stateOf(row.eolOn),
    }));
  }
}

async function listOf(
  deps: Deps,
  organizationId: OrganizationId,
  query: SoftwareListQuery,
  { view, today, note }: { view: CatalogView; today: Day; note: number },
): Promise<SoftwareList> {
  const [past, owner, { words, projectIds, imageTagIds }] = await Promise.all([
    pastOf(deps, organizationId, query.asOf),
    ownerScope(deps, organizationId, query),
    placedQuestion(deps, organizationId, searchQuestion(query.search ?? '')),
  ]);
  return {
    words: softwareWords(words, view.products()),
    state: query.state ?? null,
    ends: query.ends ?? null,
    evidence: query.evidence ?? null,
    artifactType: query.artifactType ?? null,
    productKey: query.productName ? identityOf(query.productName) : null,
    projectIds: query.projectId ? within([query.projectId], projectIds) : projectIds,
    owner,
    imageTagIds,
    label: query.label ? toLabelCondition(query.label) : null,
    ids: null,
    sort: query.sort,
    direction: query.direction,
    today: past?.day ?? today,
    past,
    noteLength: note,
  };
}

/** Keeps the projects that are among others; null: all of them. */
function within(projectIds: readonly string[], others: readonly string[] | null) {
  return others ? projectIds.filter((id) => others.includes(id)) : projectIds;
}

/** Lists the artifact types that {@link listSoftwareForDashboard} lists. */
export function listArtifactTypes({ db }: Deps, organizationId: OrganizationId) {
  return artifactTypes(organizationId, db);
}

/** Lists the products that some image holds, by name, and whether there is a note on each. */
export async function listProductsInUse({ db }: Deps, organizationId: OrganizationId) {
  const rows = await productsInUse(organizationId, db, MAX_PRODUCTS);
  return rows.map(({ productName, noteId }) => ({ productName, hasNote: noteId !== null }));
}

/** @param view null: where to move is a question of today */
function toListed(row: ListedSoftwareRow, view: CatalogView | null, today: Day) {
  const { noteId, noteExcerpt } = row;
  return {
    id: row.id,
    productName: row.productName,
    cycle: row.cycle,
    artifactType: row.artifactType,
    lts: row.lts,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    estimatedFrom: row.estimatedFrom,
    evidence: row.evidence,
    contract: toSupport(row.support),
    contractElsewhere: row.supportElsewhere,
    latestRelease: row.latestRelease,
    latestReleaseDate: row.latestReleasedOn,
    images: row.images,
    projects: row.projects,
    advice: view && adviceOn(view, row, today),
    // A note whose text was cleared says nothing.
    note: noteId !== null && noteExcerpt ? { id: noteId, excerpt: noteExcerpt } : null,
  };
}
