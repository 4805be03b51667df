import { dayOf } from '@/domain/eol/calendar';
import { proximityBounds, type EolFilter } from '@/domain/eol/proximity';
import { notFound } from '@/domain/errors';
import { toPage, type PageRequest } from '@/domain/pagination';
import { foldForSearch } from '@/domain/search';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Deps } from '@/server/deps';
import { softwareIdsOfFilter } from '@/server/software/service';
import { toDashboardImage, toImageDetail, toProjectImage } from './dto';
import type { ImageSort, SortDirection } from './queries';
import {
  imageById,
  imageExists,
  imagePage,
  labelValues,
  type ImageFilter,
  type ImageOrder,
} from './repository';

/** Of each label at most this many values are listed. */
export const MAX_LABEL_VALUES = 1_000;

export interface LabelFilter {
  readonly key: string;
  readonly operator: 'IN' | 'NOT_IN';
  /** One value, or several between commas. */
  readonly value: string;
}

export interface ImageQuery extends PageRequest {
  readonly search?: string | null | undefined;
  readonly verified?: boolean | null | undefined;
  readonly eolFilter?: EolFilter | null | undefined;
  readonly label?: LabelFilter | null | undefined;
}

export interface DashboardImageQuery extends ImageQuery {
  readonly sort: ImageSort;
  readonly direction: SortDirection;
}

/** A page of the organization's images by name, tag and id. */
export async function listImages(deps: Deps, organizationId: OrganizationId, query: ImageQuery) {
  const filter = await filterOf(deps, organizationId, query);
  const bounds = boundsOf(deps);
  const order = { sort: 'name', direction: 'asc' } as const;
  const { items, total } = await imagePage(organizationId, deps.db, filter, bounds, order, query);
  return toPage(items.map(toProjectImage), total, query);
}

/** The same list in any of the dashboard's orders. */
export async function listImagesForDashboard(
  deps: Deps,
  organizationId: OrganizationId,
  query: DashboardImageQuery,
) {
  const [filter, order] = await Promise.all([
    filterOf(deps, organizationId, query),
    orderOf(deps, organizationId, query),
  ]);
  const bounds = boundsOf(deps);
  const { items, total } = await imagePage(organizationId, deps.db, filter, bounds, order, query);
  return toPage(items.map(toDashboardImage), total, query);
}

/** Every label name of the organization's images with its values. */
export async function listLabels({ db }: Deps, organizationId: OrganizationId) {
  const rows = await labelValues(organizationId, db, MAX_LABEL_VALUES);
  return { labels: Object.fromEntries(rows.map(({ name, values }) => [name, values])) };
}

/** @throws DomainError 404 when the organization has no such image */
export async function getImage(deps: Deps, organizationId: OrganizationId, imageTagId: string) {
  const row = await imageById(organizationId, deps.db, imageTagId, boundsOf(deps));
  if (!row) throw notFound('Image tag');
  return toImageDetail(row);
}

/** @throws DomainError 404 when the organization has no such image */
export async function requireImage(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  imageTagId: string,
): Promise<void> {
  if (!(await imageExists(organizationId, db, imageTagId))) throw notFound('Image tag');
}

function boundsOf({ clock }: Deps) {
  return proximityBounds(dayOf(clock.now()));
}

async function filterOf(
  deps: Deps,
  organizationId: OrganizationId,
  { search, verified, eolFilter, label }: ImageQuery,
): Promise<ImageFilter> {
  return {
    search: search ? foldForSearch(search) : null,
    verified: verified ?? null,
    softwareIds: await softwareIdsOfFilter(deps, organizationId, eolFilter),
    label: label
      ? { name: label.key, values: labelValuesOf(label.value), isIn: label.operator === 'IN' }
      : null,
  };
}

/** What a label's value may equal: the whole text, or one trimmed part between commas. */
function labelValuesOf(value: string): string[] {
  return [value, ...value.split(',').map((part) => part.trim())];
}

async function orderOf(
  deps: Deps,
  organizationId: OrganizationId,
  { sort, direction }: DashboardImageQuery,
): Promise<ImageOrder> {
  if (sort !== 'ended') return { sort, direction };
  const ended = await softwareIdsOfFilter(deps, organizationId, 'EOL');
  return { sort, direction, endedSoftwareIds: ended ?? [] };
}
