import { adviceOn } from '@/domain/advice/advice';
import type { CatalogView } from '@/domain/catalog/catalog-view';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { proximityBounds, statesAsOf, type EolState } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { allItems, limitsOf, withTotal, type PageRow } from '@/server/page-rows';
import {
  ARTIFACT_TYPES,
  PRODUCTS_IN_USE,
  softwareListSql,
  type SoftwareSort,
  type SortDirection,
} from './list-queries';

/** Which software, in which order. */
export interface SoftwareListQuery {
  readonly search?: string | null | undefined;
  readonly state?: EolState | null | undefined;
  readonly artifactType?: string | null | undefined;
  /** To the letter. */
  readonly productName?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly sort: SoftwareSort;
  readonly direction: SortDirection;
}

export type DashboardSoftwareQuery = SoftwareListQuery & PageRequest;

interface ListedRow {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  readonly artifactType: string;
  readonly lts: boolean | null;
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
  /** The cycle that its end was concluded from: nobody says it. */
  readonly estimatedFrom: string | null;
  readonly latestRelease: string | null;
  readonly latestReleasedOn: Day | null;
  readonly images: number;
  readonly projects: number;
  readonly noteId: string | null;
  readonly noteExcerpt: string | null;
}

type CountedRow = PageRow<ListedRow> & Readonly<Record<EolState, number>>;

/** As much of a note as a row can show on hover. */
const EXCERPT_LENGTH = 200;
/** As long as notes get. */
const LONGEST_NOTE = 10_000;
/** More products than any catalogue knows. */
const MAX_PRODUCTS = 2_000;

/**
 * A page of the software that some image holds, also of which no end is known. `states` counts what all
 * conditions but the state leave.
 */
export async function listSoftwareForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardSoftwareQuery,
) {
  const [rows, view] = await Promise.all([
    deps.db.query<CountedRow>(
      softwareListSql(query.sort, query.direction),
      listParameters(deps, organizationId, query, query, EXCERPT_LENGTH),
    ),
    deps.catalog.forOrganization(organizationId),
  ]);
  const today = dayOf(deps.clock.now());
  const { items, total } = withTotal<ListedRow>(rows);
  const { ended = 0, soon = 0, next = 0, later = 0, unknown = 0 } = rows[0] ?? {};
  const states = { ended, soon, next, later, unknown };
  return {
    ...toPage(
      items.map((row) => toListed(row, view, today)),
      total,
      query,
    ),
    states,
  };
}

/** All software of the same list in batches, with its state and the whole of its notes. */
export async function* softwareForExport(
  deps: Deps,
  organizationId: OrganizationId,
  query: SoftwareListQuery,
) {
  const sql = softwareListSql(query.sort, query.direction);
  const parameters = listParameters(deps, organizationId, query, null, LONGEST_NOTE);
  const today = dayOf(deps.clock.now());
  const stateOf = statesAsOf(today);
  const view = await deps.catalog.forOrganization(organizationId);
  for await (const rows of allItems<ListedRow>(deps.db, sql, parameters)) {
    yield rows.map((row) => ({ ...toListed(row, view, today), state: stateOf(row.eolOn) }));
  }
}

/** @param page null: all of the list */
function listParameters(
  { clock }: Pick<Deps, 'clock'>,
  organizationId: OrganizationId,
  query: SoftwareListQuery,
  page: PageRequest | null,
  noteLength: number,
): unknown[] {
  const { today, in6Months, in12Months } = proximityBounds(dayOf(clock.now()));
  return [
    organizationId,
    query.search ? foldForSearch(query.search) : null,
    today,
    in6Months,
    in12Months,
    query.artifactType ?? null,
    query.productName ? identityOf(query.productName) : null,
    query.projectId ?? null,
    query.state ?? null,
    ...limitsOf(page),
    noteLength,
  ];
}

/** The artifact types that {@link listSoftwareForDashboard} lists. */
export async function listArtifactTypes({ db }: Deps, organizationId: OrganizationId) {
  const rows = await db.query<{ artifactType: string }>(ARTIFACT_TYPES, [organizationId]);
  return rows.map(({ artifactType }) => artifactType);
}

/** The products that some image holds, by name, and whether there is a note on each. */
export async function listProductsInUse({ db }: Deps, organizationId: OrganizationId) {
  const rows = await db.query<{ productName: string; noteId: string | null }>(PRODUCTS_IN_USE, [
    organizationId,
    MAX_PRODUCTS,
  ]);
  return rows.map(({ productName, noteId }) => ({ productName, hasNote: noteId !== null }));
}

function toListed(row: ListedRow, view: CatalogView, today: Day) {
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
    latestRelease: row.latestRelease,
    latestReleaseDate: row.latestReleasedOn,
    images: row.images,
    projects: row.projects,
    advice: adviceOn(view, row, today),
    // A note whose text was cleared says nothing.
    note: noteId !== null && noteExcerpt ? { id: noteId, excerpt: noteExcerpt } : null,
  };
}
