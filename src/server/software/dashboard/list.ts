import { dayOf, type Day } from '@/domain/eol/calendar';
import { proximityBounds, type EolState } from '@/domain/eol/proximity';
import { identityOf } from '@/domain/identifiers/identity';
import { offsetOf, toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { withTotal, type PageRow } from '@/server/page-rows';
import {
  ARTIFACT_TYPES,
  PRODUCTS_IN_USE,
  softwareListSql,
  type SoftwareSort,
  type SortDirection,
} from './list-queries';

export interface DashboardSoftwareQuery extends PageRequest {
  readonly search?: string | null | undefined;
  readonly state?: EolState | null | undefined;
  readonly artifactType?: string | null | undefined;
  /** To the letter. */
  readonly productName?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly sort: SoftwareSort;
  readonly direction: SortDirection;
}

interface ListedRow {
  readonly id: string;
  readonly productName: string;
  readonly cycle: string;
  readonly artifactType: string;
  readonly lts: boolean | null;
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
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
/** More products than any catalogue knows. */
const MAX_PRODUCTS = 2_000;

/**
 * A page of the software that some image holds, also of which no end is known. `states` counts what all
 * conditions but the state leave.
 */
export async function listSoftwareForDashboard(
  { db, clock }: Deps,
  organizationId: OrganizationId,
  query: DashboardSoftwareQuery,
) {
  const { today, in6Months, in12Months } = proximityBounds(dayOf(clock.now()));
  const rows = await db.query<CountedRow>(softwareListSql(query.sort, query.direction), [
    organizationId,
    query.search ? foldForSearch(query.search) : null,
    today,
    in6Months,
    in12Months,
    query.artifactType ?? null,
    query.productName ? identityOf(query.productName) : null,
    query.projectId ?? null,
    query.state ?? null,
    query.size,
    offsetOf(query),
    EXCERPT_LENGTH,
  ]);
  const { items, total } = withTotal<ListedRow>(rows);
  const { ended = 0, soon = 0, next = 0, later = 0, unknown = 0 } = rows[0] ?? {};
  const states = { ended, soon, next, later, unknown };
  return { ...toPage(items.map(toListed), total, query), states };
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

function toListed(row: ListedRow) {
  const { noteId, noteExcerpt } = row;
  return {
    id: row.id,
    productName: row.productName,
    cycle: row.cycle,
    artifactType: row.artifactType,
    lts: row.lts,
    eolDate: row.eolOn,
    eolDateKnown: row.eolOnKnown,
    latestRelease: row.latestRelease,
    latestReleaseDate: row.latestReleasedOn,
    images: row.images,
    projects: row.projects,
    // A note whose text was cleared says nothing.
    note: noteId !== null && noteExcerpt ? { id: noteId, excerpt: noteExcerpt } : null,
  };
}
