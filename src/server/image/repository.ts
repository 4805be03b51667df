import type { Distro } from '@/domain/scan/scan-context';
import type { PageRequest } from '@/domain/pagination';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Database } from '@/server/db';
import { classParameters } from './count-sql';
import type { SoftwareClasses } from '@/server/software/classes';
import type { LabelCondition } from './label-filter';
import {
  allItems,
  limitsOf,
  withTotal,
  type ItemsWithTotal,
  type PageRow,
} from '@/server/page-rows';
import {
  IMAGE_BY_ID,
  IMAGE_EXISTS,
  imagePageSql,
  LABEL_VALUES,
  type ImageSort,
  type SortDirection,
} from './queries';

export interface ImageRow {
  readonly id: string;
  readonly kind: 'image' | 'directory';
  readonly name: string;
  readonly tag: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly verified: boolean;
  readonly digest: string | null;
  readonly labels: Record<string, string> | null;
  readonly latestScanAt: Date;
  /** Software held, by state. */
  readonly ended: number;
  readonly soon: number;
  readonly next: number;
  readonly later: number;
  readonly unknown: number;
}

export interface ImageDetailRow extends ImageRow {
  readonly repoDigests: string[];
  readonly location: string;
  readonly distro: Distro | null;
  readonly firstScanAt: Date;
  readonly latestScanId: string;
  /** Whether whoever scanned last had read the policies before; null where that says nothing. */
  readonly policiesRead: boolean | null;
  readonly callerKind: 'person' | 'api_key' | null;
  readonly callerName: string | null;
  readonly commitHash: string | null;
  readonly componentCount: number;
  /** Components that the catalogue knows as their vendor's, as a distribution's, and not at all. */
  readonly matchedCount: number;
  readonly distributionCount: number;
  readonly unknownCount: number;
  /** The catalogue's match of the image's distribution: slug and cycle. */
  readonly distributionProduct: string | null;
  readonly distributionCycle: string | null;
}

/** `search` is folded; null means any. */
export interface ImageFilter {
  readonly search: string | null;
  readonly verified: boolean | null;
  readonly projectId: string | null;
  /** Images holding at least one of these. */
  readonly softwareIds: readonly string[] | null;
  /** And at least one of these. */
  readonly heldIds: readonly string[] | null;
  /** Only these. */
  readonly imageTagIds: readonly string[] | null;
  readonly label: LabelCondition | null;
}

export interface ImageOrder {
  readonly sort: ImageSort;
  readonly direction: SortDirection;
}

export async function imagePage(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
  classes: SoftwareClasses,
  order: ImageOrder,
  page: PageRequest,
): Promise<ItemsWithTotal<ImageRow>> {
  const rows = await db.query<PageRow<ImageRow>>(
    imagePageSql(order.sort, order.direction),
    pageParameters(organizationId, filter, classes, page),
  );
  return withTotal(rows);
}

/** All images of the same list in batches. */
export function allImages(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
  classes: SoftwareClasses,
  order: ImageOrder,
): AsyncGenerator<ImageRow[], void, undefined> {
  const parameters = pageParameters(organizationId, filter, classes, null);
  return allItems<ImageRow>(db, imagePageSql(order.sort, order.direction), parameters);
}

/** @param page null: all of them */
function pageParameters(
  organizationId: OrganizationId,
  { search, verified, projectId, softwareIds, label, heldIds, imageTagIds }: ImageFilter,
  classes: SoftwareClasses,
  page: PageRequest | null,
): unknown[] {
  return [
    organizationId,
    search,
    verified,
    softwareIds,
    label?.name ?? null,
    label?.values ?? [],
    label?.isIn ?? true,
    ...limitsOf(page),
    ...classParameters(classes),
    projectId,
    heldIds,
    imageTagIds,
  ];
}

/** Label names in order, each with its first `limit` values in order. */
export function labelValues(
  organizationId: OrganizationId,
  db: Database,
  limit: number,
): Promise<{ name: string; values: string[] }[]> {
  return db.query(LABEL_VALUES, [organizationId, limit]);
}

export async function imageById(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
  classes: SoftwareClasses,
): Promise<ImageDetailRow | null> {
  const parameters = [organizationId, imageTagId, ...classParameters(classes)];
  const [row] = await db.query<ImageDetailRow>(IMAGE_BY_ID, parameters);
  return row ?? null;
}

/** False for an id of another organization, too, and for an image of a deleted project. */
export async function imageExists(
  organizationId: OrganizationId,
  db: Database,
  imageTagId: string,
): Promise<boolean> {
  const [row] = await db.query<{ exists: boolean }>(IMAGE_EXISTS, [organizationId, imageTagId]);
  return row?.exists ?? false;
}
